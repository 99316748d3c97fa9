import { compareLevels, type CrisisMark, type CrisisStanding } from '../../../domain/crisis.ts';

type Marked = { crisis: CrisisMark | null; crisis_standing: CrisisStanding | null };

/** The open event that stands for a patient in the list; null if there is none, or if it was put off until a later day. */
export function openMark({ crisis, crisis_standing: standing }: Marked): CrisisMark | null {
  if ((standing?.again_on ?? null) !== null) return null;
  return crisis?.acknowledged_at === null ? crisis : null;
}

/** The patients with an open event: the graver first, of equally grave ones the older. */
export function withOpenEvent<Patient extends Marked>(patients: readonly Patient[]): readonly Patient[] {
  return patients
    .flatMap((patient) => {
      const mark = openMark(patient);
      return mark ? [{ patient, mark }] : [];
    })
    .toSorted(
      ({ mark: a }, { mark: b }) =>
        compareLevels(a.level, b.level) || Date.parse(a.raised_at) - Date.parse(b.raised_at),
    )
    .map(({ patient }) => patient);
}
