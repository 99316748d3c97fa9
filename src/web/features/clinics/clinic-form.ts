import type { Answer, BodyInput } from '../../../contract/routes.ts';
import { MAX_HELP_NUMBERS, type Help } from '../../../domain/crisis.ts';
import { clinicText } from '../../../text/clinic.ts';
import { fieldText } from '../../../text/fields.ts';
import { fieldErrorsOf } from '../../api/failure.ts';
import type { Problems } from '../../api/form.ts';
import { type Part, part } from '../../api/meanwhile.ts';

type NumberPart = 'name' | 'number' | 'hours';

/**
 * The form of the section "Klinik". `rows` holds the ids of the numbers in their order. The parts of a number have keys
 * of their own, so that a refused part stays marked when its number moves.
 */
export type ClinicValues = {
  contact: string;
  text: string;
  rows: readonly string[];
  dutyAddress: string;
  urgent: string;
  notice: string;
} & Record<`${string}.${NumberPart}`, string>;

type Settings = Answer<'getClinicSettings'>;

const newRow = () => `row${Math.random().toString(36).slice(2)}`;

/** The form of stored settings. */
export function clinicValues({ contact, help, duty_address: dutyAddress, hours }: Settings): ClinicValues {
  return {
    contact,
    dutyAddress,
    urgent: String(hours.urgent),
    notice: String(hours.notice),
    ...helpValues(help),
  };
}

/** The part of the form that holds the help. */
export function helpValues({ text, numbers }: Help) {
  const rows = numbers.map((parts) => ({ id: newRow(), parts }));
  const parts = rows.flatMap(({ id, parts: { name, number, hours } }) => [
    [`${id}.name`, name],
    [`${id}.number`, number],
    [`${id}.hours`, hours],
  ]);
  const texts = Object.fromEntries(parts) as Record<`${string}.${NumberPart}`, string>;
  return { text, rows: rows.map(({ id }) => id), ...texts };
}

/** The help as it stands in the form. */
export function helpOf(values: ClinicValues) {
  const part = (id: string, name: NumberPart) => (values[`${id}.${name}`] ?? '').trim();
  return {
    text: values.text.trim(),
    numbers: values.rows.map((id) => ({
      name: part(id, 'name'),
      number: part(id, 'number'),
      hours: part(id, 'hours'),
    })),
  };
}

/** What is sent. Blanks around a text do not count. */
export function clinicBody(values: ClinicValues) {
  const { contact, dutyAddress, urgent, notice } = values;
  return {
    contact: contact.trim(),
    help: helpOf(values),
    duty_address: dutyAddress.trim(),
    hours: { urgent: hoursOf(urgent), notice: hoursOf(notice) },
  } satisfies BodyInput<'setClinicSettings'>;
}

/** What changed between the stored settings and the form, with their revision. */
export function changedSettings(base: Settings, values: ClinicValues): BodyInput<'setClinicSettings'> {
  const before = new Map(Object.entries(clinicBody(clinicValues(base))));
  const changed = Object.entries(clinicBody(values)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return { revision: base.revision, ...Object.fromEntries(changed) };
}

/** The parts of the form, as the message about other people's changes names them. */
export const clinicParts: readonly Part<ClinicValues>[] = [
  part('contact', clinicText.contact.label),
  { ...part('text', clinicText.help.text), field: 'help' },
  { field: 'help', label: clinicText.help.numbers, text: numbersText, valuesOf: numbersOf },
  part('dutyAddress', clinicText.reminder.dutyAddress, { field: 'duty_address' }),
  part('urgent', clinicText.reminder.hours.urgent, { field: 'hours' }),
  part('notice', clinicText.reminder.hours.notice, { field: 'hours' }),
];

function numbersText(values: ClinicValues): string {
  const lines = helpOf(values).numbers.map(({ name, number, hours }) => [name, number, hours]);
  return lines.map((parts) => parts.filter(Boolean).join(' ')).join('; ');
}

function numbersOf(values: ClinicValues): Partial<ClinicValues> {
  const own = ({ rows }: ClinicValues, name: string) =>
    name === 'rows' || rows.some((id) => name.startsWith(`${id}.`));
  const numbers = Object.entries(values).filter(([name]) => own(values, name));
  // These are entries of such values.
  return Object.fromEntries(numbers) as unknown as Partial<ClinicValues>;
}

/** Whether the form holds what is stored. */
export function isStored(values: ClinicValues, settings: Settings): boolean {
  return JSON.stringify(clinicBody(values)) === JSON.stringify(clinicBody(clinicValues(settings)));
}

export const isSameHelp = (one: Help, other: Help) => plainText(one) === plainText(other);

const plainText = ({ text, numbers }: Help) =>
  JSON.stringify([text, numbers.map(({ name, number, hours }) => [name, number, hours])]);

const hoursOf = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** Only the hours are checked here, because text is no number. The server checks everything else. */
export function clinicProblems({ urgent, notice }: ClinicValues): Problems<ClinicValues> {
  return { urgent: hoursProblem(urgent), notice: hoursProblem(notice) };
}

const hoursProblem = (typed: string) =>
  Number.isNaN(hoursOf(typed)) ? fieldText.hours_out_of_range : undefined;

const fieldOfPath: Record<string, keyof ClinicValues> = {
  contact: 'contact',
  'help.text': 'text',
  duty_address: 'dutyAddress',
  'hours.urgent': 'urgent',
  'hours.notice': 'notice',
};

/** The server's sentences at the fields of the form. `rows` are those that were sent. */
export function refusedFields(error: unknown, rows: readonly string[]): Problems<ClinicValues> {
  const fields = Object.values(fieldErrorsOf(error)).flatMap(({ path, message }) => {
    const key = fieldOfPath[path] ?? partOfPath(path, rows);
    return key === undefined ? [] : [[key, message]];
  });
  return Object.fromEntries(fields) as Problems<ClinicValues>;
}

function partOfPath(path: string, rows: readonly string[]): string | undefined {
  const [, place = '', part = ''] = /^help\.numbers\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const id = rows[Number(place)];
  return part === '' || id === undefined ? undefined : `${id}.${part}`;
}

/** Adds an empty number at the end. */
export function withRow({ rows }: ClinicValues) {
  const id = newRow();
  const parts: Record<`${string}.${NumberPart}`, string> = {
    [`${id}.name`]: '',
    [`${id}.number`]: '',
    [`${id}.hours`]: '',
  };
  return { id, changed: { rows: [...rows, id], ...parts } };
}

export const hasRoom = ({ rows }: ClinicValues) => rows.length < MAX_HELP_NUMBERS;

/** The rows with one at another place. */
export function movedRow(rows: readonly string[], from: number, to: number): readonly string[] {
  const moved = rows[from];
  return moved === undefined ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The name of a number as sentences say it. */
export const nameOfRow = (values: ClinicValues, id: string) => (values[`${id}.name`] ?? '').trim();
