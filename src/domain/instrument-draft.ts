import { answerForm } from './answer-types.ts';
import { dangerHint } from './danger-wording.ts';
import { itemRange } from './instrument-items.ts';
import type { InstrumentItem } from './instrument-schema.ts';
import { parseInstrument } from './instrument.ts';
import { decide, isUndecided } from './undecided.ts';

// Instrument files in which a person decides what only a person can: wording, licence, meaning, danger. The check refuses them
// until then.

/** A name as a key: the id of an instrument or a scale. Umlauts lose their dots. */
export function instrumentKey(name: string, otherwise = 'questionnaire'): string {
  const clean = name
    .toLowerCase()
    .replaceAll('\u00DF', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return clean === '' ? otherwise : clean;
}

export const draftTexts = {
  licence: decide('by which licence the clinic may use the questionnaire'),
  purpose: decide('what the questionnaire measures, for report and test manual'),
  crisisDecidedBy: decide(
    'the person who read every question and answer, and decided which of them show danger',
  ),
} as const;

/** What a score means. */
export const scoreTexts = {
  clinician: decide('what the score means, for clinicians'),
  patient: decide('what the score means, for patients'),
} as const;

type Parts = {
  readonly option_sets?: object;
  readonly dimensions: readonly object[];
  readonly norm_sets?: readonly object[];
  readonly norm_tables?: readonly object[];
  readonly scales: readonly object[];
  readonly crisis: readonly object[];
};

type Head = {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly language?: string;
};

/** A whole file around these parts. */
export function draftFile({ id, title, source, language = 'de' }: Head, parts: Parts): object {
  return {
    format: 1,
    id,
    version: '1.0.0',
    status: 'draft',
    licence: draftTexts.licence,
    source,
    language,
    title,
    purpose: draftTexts.purpose,
    ...parts,
    crisis_decided_by: draftTexts.crisisDecidedBy,
  };
}

/** An answer whose words are still to come. */
export const draftOption = (value: number, of = '') => {
  return { id: `o${value}`, label: decide(`the words of the answer ${value}${of}`), value };
};

/**
 * The draft of a rule for a question that seems to ask for a wish to die: from the second answer on. None for another question.
 * `name` is what the file calls the item, `way` what to do where the answers have no numbers.
 */
export function draftRule(item: InstrumentItem, name: string | undefined, way: string): readonly object[] {
  if (answerForm(item.type) === 'none' || !dangerHint(item)?.kinds.includes('self')) return [];
  const [low] = itemRange(item) ?? [];
  const numbers = item.options.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const [second] = numbers.filter((value) => low !== undefined && value > low).toSorted((a, b) => a - b);
  return [
    {
      item: name,
      kind: 'self',
      at_least: second ?? decide(`from which answer on; ${way}`),
      level: 'notice',
      clinician: decide(`what clinicians read after such an answer to "${item.content}"`),
    },
  ];
}

/** Values in place of those to be decided, with which all else can be checked. */
const NEUTRAL: Readonly<Record<string, string>> = { language: 'de', direction: 'high_is_worse' };

/** What is wrong with a draft besides what is still to be decided. Its rules for danger are not looked at. */
export function undecidedMistakes(
  draft: object,
): readonly { readonly path: string; readonly message: string }[] {
  const file = JSON.stringify({ ...draft, crisis: [] }, (key, value: unknown) =>
    isUndecided(value) ? (NEUTRAL[key] ?? 'x') : value,
  );
  const parsed = parseInstrument(file);
  return parsed.kind === 'instrument' ? [] : parsed.mistakes;
}

/** What of a form an instrument does not keep: a name, and everywhere that it stands. */
export type NotKept = { readonly name: string; readonly places: readonly string[] };

/** One entry for each name with all its places. */
export function grouped(
  lost: readonly { readonly name: string; readonly place: string }[],
): readonly NotKept[] {
  return [...Map.groupBy(lost, ({ name }) => name)].map(([name, list]) => ({
    name,
    places: [...new Set(list.map(({ place }) => place))],
  }));
}

/** An instrument file with "DECIDE: …" for what a person decides, and what of the form it does not keep; or all mistakes with their lines. */
export type DraftedForm =
  | {
      readonly kind: 'draft';
      readonly instrument: object;
      readonly notKept: readonly NotKept[];
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'mistakes';
      readonly mistakes: readonly {
        readonly line: number;
        readonly place: string;
        readonly message: string;
      }[];
    };
