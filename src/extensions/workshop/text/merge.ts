import { numberText } from '../../../text/locale.ts';
import { meanwhileText } from '../../../text/meanwhile.ts';
import { allItems, type Form, wordsOf } from '../domain/form.ts';
import type { Way } from '../domain/merge.ts';
import { fieldName } from './open-fields.ts';
import { basicsText, dangerText, licenceStepText, scoringText } from './steps.ts';

const names: Readonly<Record<string, string>> = {
  kind: licenceStepText.kind,
  number: licenceStepText.number,
  date: licenceStepText.date,
  says: dangerText.says,
  version: basicsText.version,
  comparable_with: basicsText.comparable,
  section: basicsText.place,
  content: 'Wortlaut',
  type: 'Art der Frage',
  options: 'Antworten',
  option_sets: 'Antworten',
  pages: 'Seiten',
  label: 'Antwort',
  value: 'Zahl',
  answers: 'Antworten',
  expected: 'Werte laut Manual',
  examples: 'Beispiele',
};

/** A field that two people changed, by its label on the page. */
export function wayText(way: Way, form: Form): string {
  const [part, key = '', ...rest] = way;
  if (part === 'instrument' && key === 'scales') return scaleWayText(rest, form);
  const question = allItems(form).findIndex(({ id }) => way.includes(id));
  const last = way.at(-1) ?? '';
  const name = way.length === 2 && part === 'instrument' ? (names[last] ?? fieldName(last)) : names[last];
  const where = question >= 0 ? `Frage ${numberText(question + 1)}` : numbered(way);
  return [where, name].filter(Boolean).join(', ') || last;
}

const numbered = ([part, number]: Way): string =>
  part === 'examples' && number !== undefined ? `Beispiel ${numberText(Number(number) + 1)}` : '';

function scaleWayText([key, ...rest]: Way, { scales }: Form): string {
  const index = scales.findIndex((scale) => scale.key === key);
  const scale = scales[index];
  const title = wordsOf(scale?.title) || scoringText.untitled(index + 1);
  const [bands, list, band, field] = rest;
  const at = scale?.bands?.list.findIndex((one) => one.key === band) ?? -1;
  const isBand = bands === 'bands' && list === 'list' && at >= 0;
  const path = isBand ? `bands.list[${at}].${field ?? ''}` : rest.join('.');
  return rest.length === 0 ? title : `${title}, ${fieldName(`scales[${index}].${path}`)}`;
}

const words: Readonly<Record<string, string>> = {
  ...licenceStepText.options,
  ...dangerText.marks,
  ...scoringText.directions,
  ...scoringText.methods,
  ...basicsText.languages,
};

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  const text = wordsOf(value);
  return text === '' ? [] : [words[text] ?? text];
}

const LONGEST = 120;

/** What stands in a field, shortened. */
export function shortText(value: unknown): string {
  const text = leaves(value).join(', ');
  if (text === '') return meanwhileText.empty;
  return text.length > LONGEST ? `„${text.slice(0, LONGEST - 2).trimEnd()} …“` : `„${text}“`;
}
