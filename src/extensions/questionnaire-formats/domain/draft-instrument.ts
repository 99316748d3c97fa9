import { answerForm, isOptional } from '../../../domain/answer-types.ts';
import { clausesOf } from '../../../domain/conditions.ts';
import { dangerHint } from '../../../domain/danger-wording.ts';
import { itemRange } from '../../../domain/instrument-items.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import { decide } from '../../../domain/undecided.ts';
import { keyOf, type FormMistake, type FormQuestion, type FormScale, type ReadForm } from './form.ts';

export type DraftedInstrument =
  | {
      readonly kind: 'draft';
      readonly instrument: object;
      readonly notKept: readonly { readonly name: string; readonly places: readonly string[] }[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FormMistake[] };

/** What a person decides, and a value in its place with which all else can be checked. */
type Decide = (what: string, neutral?: string) => string;

/**
 * An instrument file with everything that the form says. What only a person can decide has the value "DECIDE: …", which check
 * and start refuse. All else is checked now, so that its mistakes have the lines of the form.
 */
export function draftInstrument(form: ReadForm, id: string): DraftedInstrument {
  const empty = form.questions.every(({ item }) => answerForm(item.type) === 'none');
  const none = { line: 1, place: '(file)', message: 'The form holds no question' };
  const mistakes = [...form.mistakes, ...(empty && form.mistakes.length === 0 ? [none] : [])];
  const found = mistakes.length > 0 ? mistakes : checkedMistakes(form, id);
  if (found.length > 0)
    return { kind: 'mistakes', mistakes: found.toSorted((one, other) => one.line - other.line) };
  const named = [...Map.groupBy(form.lost, ({ name }) => name)];
  const notKept = named.map(([name, list]) => ({
    name,
    places: [...new Set(list.map(({ place }) => place))],
  }));
  const instrument = fileOf(form, id, decide, crisisOf(form.questions));
  return { kind: 'draft', instrument, notKept, notes: [...form.notes, ...compulsory(form)] };
}

function compulsory({ questions }: ReadForm): readonly string[] {
  const asked = questions.filter(({ item }) => answerForm(item.type) !== 'none' && !isOptional(item.type));
  return [
    `${asked.length} question(s) must be answered here, because every question must but optional texts.`,
  ];
}

function checkedMistakes(form: ReadForm, id: string): readonly FormMistake[] {
  const parsed = parseInstrument(JSON.stringify(fileOf(form, id, (_, neutral = 'x') => neutral, [])));
  if (parsed.kind === 'instrument') return [];
  return parsed.mistakes.map(({ path, message }) => {
    const [, item] = /^dimensions\[0\]\.items\[(\d+)\]/.exec(path) ?? [];
    const [, scale] = /^scales\[(\d+)\]/.exec(path) ?? [];
    const first = form.scales[Number(scale)]?.items[0];
    const at =
      item === undefined ? form.questions.find((one) => one.item.id === first) : form.questions[Number(item)];
    return { line: at?.line ?? 1, place: at?.name ?? path, message };
  });
}

function fileOf(form: ReadForm, id: string, ask: Decide, crisis: readonly object[]) {
  const sets = sharedOptions(form.questions);
  const pages = pagesOf(form.questions);
  const title = form.title ?? ask('the title');
  return {
    format: 1,
    id,
    version: '1.0.0',
    status: 'draft',
    licence: ask('by which licence the clinic may use the questionnaire'),
    source: ask('where the questionnaire comes from'),
    language: ask('the language of the questions, as de', 'de'),
    title,
    purpose: ask('what the questionnaire measures, for report and test manual'),
    ...(sets.size > 0
      ? {
          option_sets: Object.fromEntries(
            [...sets].map(([text, name]) => [name, JSON.parse(text) as unknown]),
          ),
        }
      : {}),
    dimensions: [
      {
        id,
        form: 'fixed',
        title,
        ...(form.paragraph ? { paragraph: form.paragraph } : {}),
        ...(pages ? { pages } : {}),
        items: form.questions.map(({ item: { id: own, type, content, options, ...item } }) => ({
          id: own,
          type,
          content,
          ...(options.length > 0 ? { options: sets.get(JSON.stringify(options)) ?? options } : {}),
          ...item,
        })),
      },
    ],
    scales: form.scales.map((scale) => scaleOf(scale, ask)),
    crisis,
    crisis_decided_by: ask(
      'the person who read every question and answer, and decided which of them show danger',
    ),
  };
}

/** Names for the lists of answers that several questions share, by the text of the list. */
function sharedOptions(questions: readonly FormQuestion[]): ReadonlyMap<string, string> {
  const lists = questions
    .filter(({ item }) => item.options.length > 1)
    .map(({ item }) => JSON.stringify(item.options));
  const shared = new Set(lists.filter((list, index) => lists.indexOf(list) < index));
  return new Map([...shared].map((list, index) => [list, `answers-${index + 1}`]));
}

/** Pages of at most five questions with one text above them, none of which depends on another one of its page. */
function pagesOf(questions: readonly FormQuestion[]): readonly object[] | undefined {
  const first = questions[0];
  const isPlain = questions.every(
    ({ stem, page, item }) => stem === '' && page === first?.page && !item.show_if,
  );
  if (isPlain) return undefined;
  const pages: FormQuestion[][] = [];
  for (const one of questions) {
    const page = pages.at(-1);
    const last = page?.at(-1);
    const named = one.item.show_if ? clausesOf(one.item.show_if).map(({ item }) => item) : [];
    const depends = page?.some(({ item }) => named.includes(item.id));
    if (page && page.length < 5 && last?.stem === one.stem && last.page === one.page && !depends)
      page.push(one);
    else pages.push([one]);
  }
  return pages.map((page) => {
    const items = page.map(({ item }) => item.id);
    return page[0]?.stem ? { connector: page[0].stem, items } : { items };
  });
}

function scaleOf({ title, items, reversed }: FormScale, ask: Decide) {
  return {
    key: keyOf(title, 'scale'),
    title,
    method: 'sum',
    items,
    ...(reversed.length > 0 ? { reversed } : {}),
    direction: ask(
      'high_is_worse or low_is_worse; and is it a sum, how many answers may be missing?',
      'high_is_worse',
    ),
    clinician: ask('what the score means, for clinicians'),
    patient: ask('what the score means, for patients'),
  };
}

/** A rule for each question that seems to ask for a wish to die: from the second answer on. */
function crisisOf(questions: readonly FormQuestion[]): readonly object[] {
  return questions.flatMap(({ item }) => {
    const isHint = answerForm(item.type) !== 'none' && dangerHint(item)?.kinds.includes('self');
    if (!isHint) return [];
    const [low] = itemRange(item) ?? [];
    const numbers = item.options.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    const [second] = numbers.filter((value) => low !== undefined && value > low).toSorted((a, b) => a - b);
    return [
      {
        item: item.id,
        kind: 'self',
        at_least:
          second ??
          decide('from which answer on; only answers with numbers can have a rule, else take it out'),
        level: 'notice',
        clinician: decide(`what clinicians read after such an answer to "${item.content}"`),
      },
    ];
  });
}
