// A small second version of the rules that say which clinician sees the events of a patient (product 19.4). It needs no database.

export type Sight = 'treating' | 'deputy' | 'none';

/** `of`: the treating clinician at the hand-over. It holds only while the patient stays with this clinician. */
export type HandOver = { to: number; by: number; of: number };
export type EventState = { id: string; isOpen: boolean; by: number | null; handed: HandOver | null };

export type RightsModel = {
  /** Days since the start. */
  day: number;
  /** By clinician. */
  enabled: boolean[];
  patients: { clinician: number; isErased: boolean; events: EventState[] }[];
  /** By the absent clinician. */
  deputies: Map<number, { deputy: number; from: number; until: number }>;
};

export function newModel(clinicians: number, patients: number): RightsModel {
  return {
    day: 0,
    enabled: Array.from({ length: clinicians }, () => true),
    patients: Array.from({ length: patients }, (_, clinician) => ({
      clinician,
      isErased: false,
      events: [],
    })),
    deputies: new Map(),
  };
}

/** How an enabled clinician of the clinic sees a patient. */
export function sightOf(model: RightsModel, clinician: number, patient: number): Sight {
  const { clinician: treating, isErased, events } = model.patients[patient]!;
  if (isErased) return 'none';
  if (treating === clinician) return 'treating';
  const concerns = (event: EventState) =>
    actsFor(model, treating, clinician) ||
    actsFor(model, ownerOf(treating, event), clinician) ||
    standingOf(treating, event)?.by === clinician;
  return events.some((event) => event.isOpen && concerns(event)) ? 'deputy' : 'none';
}

const standingOf = (treating: number, { handed }: EventState) => (handed?.of === treating ? handed : null);

const ownerOf = (treating: number, event: EventState) => standingOf(treating, event)?.to ?? treating;

/** The clinician, or the deputy of the day. */
function actsFor({ deputies, day }: RightsModel, clinician: number, actor: number): boolean {
  const named = deputies.get(clinician);
  return clinician === actor || (named?.deputy === actor && named.from <= day && day <= named.until);
}

/** The clinician's patients, without erased ones. */
export function patientsOf({ patients }: RightsModel, clinician: number): number[] {
  return [...patients.keys()].filter(
    (number) => patients[number]!.clinician === clinician && !patients[number]!.isErased,
  );
}

export function answerToAcknowledgement(
  model: RightsModel,
  actor: number,
  patient: number,
  event: EventState,
) {
  if (!model.enabled[actor]) return 403;
  if (model.patients[patient]!.isErased) return 404;
  if (event.by === actor) return 409;
  if (sightOf(model, actor, patient) === 'none') return 404;
  const owner = ownerOf(model.patients[patient]!.clinician, event);
  return event.isOpen && actsFor(model, owner, actor) ? 200 : 409;
}

export function answerToHandOver(
  model: RightsModel,
  actor: number,
  patient: number,
  event: EventState,
  to: number,
): number {
  const treating = model.patients[patient]!.clinician;
  const isTakenBack = to === treating && actsFor(model, treating, actor);
  const refused = answerToAcknowledgement(model, actor, patient, event);
  if (refused !== 200 && !(refused === 409 && event.isOpen && isTakenBack)) return refused;
  if (to === ownerOf(treating, event)) return 400;
  return model.enabled[to] ? 200 : 422;
}

/** `actor` is a clinician, or null for the admin. */
export function answerToAssignment(
  model: RightsModel,
  actor: number | null,
  patient: number,
  to: number,
): number {
  if (actor !== null && !model.enabled[actor]) return 403;
  const { clinician: from, isErased } = model.patients[patient]!;
  if (from === to || !model.enabled[to]) return 400;
  return isErased || (actor !== null && actor !== from) ? 404 : 200;
}

export function answerToDeputy(
  model: RightsModel,
  actor: number | null,
  absent: number,
  named: { deputy: number; from: number; until: number },
): number {
  if (actor !== null && !model.enabled[actor]) return 403;
  const present = model.deputies.get(absent);
  const isPresent = present !== undefined && present.until >= model.day && present.from === named.from;
  const isRefused =
    named.until < named.from ||
    named.until < model.day ||
    (named.from < model.day && !isPresent) ||
    named.deputy === absent ||
    !model.enabled[named.deputy];
  return isRefused ? 400 : 200;
}
