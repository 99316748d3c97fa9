import type { Answer } from '../../../domain/answer-types.ts';
import { answeredQuestionnaire } from './fhir-instrument.ts';
import { responseItems } from './fhir-questionnaire-response.ts';
import type { Instrument, Scale } from '../../../domain/instrument-schema.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { ownValue } from '../../../domain/own-value.ts';
import { allNorms } from '../../../domain/scoring-classical.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';

const GENDERS = { FEMALE: 'female', MALE: 'male', DIVERSE: 'other' } as const;
const UCUM = 'http://unitsofmeasure.org';
/** The profiles of the module PRO of the Medizininformatik-Initiative. */
const MII_PRO = 'https://www.medizininformatik-initiative.de/fhir/ext/modul-pro/StructureDefinition/';

// R4 has one code for every gender that is neither female nor male; the German base profile says which one.
const divers = {
  extension: [
    {
      url: 'http://fhir.de/StructureDefinition/gender-amtlich-de',
      valueCoding: { system: 'http://fhir.de/CodeSystem/gender-amtlich-de', code: 'D', display: 'divers' },
    },
  ],
};

/** A FHIR R4 Patient with gender and clinic, and nothing else. */
export function patientResource(person: { studyId: string; gender: string; clinicId: string }) {
  const gender = ownValue(GENDERS, person.gender) ?? 'unknown';
  return {
    resourceType: 'Patient',
    id: person.studyId,
    identifier: [{ system: 'urn:resonanz:study-id', value: person.studyId }],
    gender,
    ...(gender === 'other' ? { _gender: divers } : {}),
    managingOrganization: { reference: `Organization/${person.clinicId}` },
  } as const;
}

export function organizationResource(clinic: { id: string; name: string | null }) {
  return {
    resourceType: 'Organization',
    id: clinic.id,
    identifier: [{ system: 'urn:resonanz:clinic', value: clinic.id }],
    ...(clinic.name === null ? {} : { name: clinic.name }),
  } as const;
}

/** The part of a session that its resources contain. */
export type SessionFacts = {
  readonly studyId: string;
  readonly sessionId: string;
  readonly finished: boolean;
  /** The day of the last answer, as it is exported. */
  readonly day: IsoDate | null;
};

/** A FHIR R4 QuestionnaireResponse of one linked instrument; undefined if no item of it was answered. */
export function responseResource(
  id: string,
  session: SessionFacts,
  instrument: Instrument,
  answers: readonly Answer[],
  scores: readonly Pick<ScaleScore, 'instrument_id' | 'scale' | 'raw'>[],
) {
  const item = responseItems(instrument, answers, scores);
  if (item.length === 0) return undefined;
  return {
    resourceType: 'QuestionnaireResponse',
    id,
    meta: { profile: [`${MII_PRO}mii-pr-pro-questionnaire-response`] },
    language: instrument.language,
    identifier: { system: 'urn:resonanz:session', value: session.sessionId },
    questionnaire: answeredQuestionnaire(instrument),
    status: session.finished ? 'completed' : 'in-progress',
    subject: { reference: `Patient/${session.studyId}` },
    ...(session.day === null ? {} : { authored: session.day }),
    source: { reference: `Patient/${session.studyId}` },
    item,
  } as const;
}

const units = {
  irt: { unit: 'T', code: '{T}' },
  sum: { unit: '{score}', code: '{score}' },
  mean: { unit: '{score}', code: '{score}' },
  pomp: { unit: '%', code: '%' },
  index: { unit: '{score}', code: '{score}' },
  value: { unit: '{score}', code: '{score}' },
  formula: { unit: '{score}', code: '{score}' },
} as const satisfies Record<Scale['method'], { unit: string; code: string }>;

/** A score of a scale with norms is a T-score. */
const unitOf = ({ t, kind }: ScaleScore) => units[t === null ? kind : 'irt'];

const quantity = (value: number, { unit, code }: { unit: string; code: string }) => {
  return { value, unit, system: UCUM, code };
};

export type ScoreFacts = {
  readonly score: ScaleScore;
  readonly algorithmVersion: string;
  readonly instrument: Instrument;
  readonly scale: Scale;
  /** In the unit of the score; null if the score has none. */
  readonly error: number | null;
  /** The QuestionnaireResponse that the score was computed from. */
  readonly responseId: string | undefined;
};

/** A FHIR R4 Observation of a score, with its standard error and interval if they are known. */
export function observationResource(id: string, session: SessionFacts, facts: ScoreFacts) {
  const { score, algorithmVersion, instrument, scale, responseId } = facts;
  const value = score.t ?? score.raw;
  const band = scale.bands?.list.find(({ key }) => key === score.band);
  const component = components(facts);
  return {
    resourceType: 'Observation',
    id,
    meta: { profile: [`${MII_PRO}mii-pr-pro-score-instance`] },
    status: 'final',
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: 'survey',
            display: 'Survey',
          },
        ],
      },
    ],
    code: {
      coding: [
        ...(scale.codes ?? []),
        { system: `urn:resonanz:scale:${instrument.id}`, code: scale.key, display: scale.title },
      ],
      text: scale.title,
    },
    subject: { reference: `Patient/${session.studyId}` },
    ...(session.day === null ? {} : { effectiveDateTime: session.day }),
    ...(value === null ? { dataAbsentReason } : { valueQuantity: quantity(value, unitOf(score)) }),
    ...(band ? { interpretation: [{ text: band.label }] } : {}),
    ...referenceRange(score, instrument),
    method: { text: methodOf(instrument, algorithmVersion) },
    ...(responseId === undefined
      ? {}
      : { derivedFrom: [{ reference: `QuestionnaireResponse/${responseId}` }] }),
    ...(component.length > 0 ? { component } : {}),
  } as const;
}

/** An invented or unfinished instrument is named as such, because its score is no measurement. */
function methodOf({ id, version, status }: Instrument, algorithmVersion: string): string {
  const mark = status === 'demonstration' || status === 'draft' ? ` (${status})` : '';
  return `${id} ${version}${mark}, ${algorithmVersion}`;
}

/** The group that a T-score compares the patient with. Without it the number means nothing. */
function referenceRange({ norm_set: key }: ScaleScore, instrument: Instrument) {
  const norms = allNorms(instrument).find(({ id }) => id === key);
  if (!norms) return {};
  const { id, title, population } = norms;
  return { referenceRange: [{ text: `T = 50 ± 10: ${title} (${id}). ${population}` }] };
}

const dataAbsentReason = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'unknown' }],
  text: 'Too few items were answered.',
};

function components({ score, error }: ScoreFacts) {
  const unit = unitOf(score);
  const named: readonly (readonly [
    string,
    string,
    number | null | undefined,
    { unit: string; code: string },
  ])[] = [
    ['standard-error', 'Standard error', error, unit],
    ['interval-lower', '95 % interval, lower bound', score.interval?.lower, unit],
    ['interval-upper', '95 % interval, upper bound', score.interval?.upper, unit],
    ['theta', 'Theta', score.theta, { unit: '1', code: '1' }],
  ];
  return named.flatMap(([code, display, value, ofUnit]) => {
    if (value === null || value === undefined) return [];
    const coding = [{ system: 'urn:resonanz:score-component', code, display }];
    return [{ code: { coding, text: display }, valueQuantity: quantity(value, ofUnit) }];
  });
}
