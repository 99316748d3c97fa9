import type { Conflict } from '../../../contract/edits.ts';
import { deputyDaysProblem, type DeputyDays } from '../../../domain/deputyship.ts';
import { formatIsoDate, type IsoDate } from '../../../domain/iso-date.ts';
import { deputyText as text } from '../../../text/clinicians.ts';
import { fieldText } from '../../../text/fields.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { fieldErrorsOf } from '../../api/failure.ts';
import type { Problems } from '../../api/form.ts';
import { type Part, part } from '../../api/meanwhile.ts';
import { readTypedDate } from '../../ui/date-text.ts';

/** The form of a deputyship. The days are as typed. */
export type DeputyValues = { deputy: string; from: string; until: string };

/** The form with the present deputyship. Without one, or after its last day, the form begins today. */
export function deputyFormOf(
  deputy: { deputy_id: string; from: IsoDate; until: IsoDate } | null,
  today: IsoDate,
): DeputyValues {
  if (!deputy || deputy.until < today) return { deputy: '', from: formatIsoDate(today), until: '' };
  const { deputy_id, from, until } = deputy;
  return { deputy: deputy_id, from: formatIsoDate(from), until: formatIsoDate(until) };
}

/** The problems of a deputyship in the form, which replaces the present one. The server checks the same again. */
export function deputyProblems(
  values: DeputyValues,
  present: DeputyDays | null,
  today: IsoDate,
): Problems<DeputyValues> {
  const [from, until] = [readTypedDate(values.from), readTypedDate(values.until)];
  const problems: Problems<DeputyValues> = {
    deputy: values.deputy === '' ? text.missing : undefined,
    from: from.kind === 'date' ? undefined : dateProblemText[from.kind],
    until: until.kind === 'date' ? undefined : dateProblemText[until.kind],
  };
  if (from.kind !== 'date' || until.kind !== 'date') return problems;
  const problem = deputyDaysProblem({ from: from.iso, until: until.iso }, present, today);
  return problem ? { ...problems, [problem.field]: fieldText[problem.code] } : problems;
}

/** The body of the call, for values without a problem. */
export function deputyBody({ deputy, from, until }: DeputyValues) {
  return { deputy_id: deputy, from: isoOf(from), until: isoOf(until) };
}

function isoOf(typed: string): IsoDate {
  const date = readTypedDate(typed);
  return date.kind === 'date' ? date.iso : '';
}

/** The server's sentences at the fields of the form. */
export function refusedDeputy(error: unknown): Problems<DeputyValues> {
  const { deputy_id: deputy, from, until } = fieldErrorsOf(error);
  return { deputy: deputy?.message, from: from?.message, until: until?.message };
}

type Named = { id: string; username: string };

/** The parts of the form, as the message about other people's changes names them. */
export function deputyParts(colleagues: readonly Named[]): readonly Part<DeputyValues>[] {
  const nameOf = (wanted: string) => colleagues.find(({ id }) => id === wanted)?.username ?? '';
  return [
    part('deputy', text.deputy, { field: 'deputy_id', text: nameOf }),
    part('from', text.from),
    part('until', text.until),
  ];
}

type Deputised = { deputy: { deputy_id: string; from: IsoDate; until: IsoDate } | null };

/** A deputyship with what others changed. */
export function withDeputy<Row extends Deputised>(base: Row, conflicts: readonly Conflict[]): Row {
  const theirs = Object.fromEntries(conflicts.map(({ field, theirs: value }) => [field, value]));
  const deputy = { ...base.deputy, ...theirs };
  return { ...base, deputy: 'deputy_id' in deputy && deputy.deputy_id !== null ? deputy : null };
}
