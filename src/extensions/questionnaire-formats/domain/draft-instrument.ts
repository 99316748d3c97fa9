import { answerForm, isOptional } from '../../../domain/answer-types.ts';
import { clausesOf } from '../../../domain/conditions.ts';
import {
  draftFile,
  draftRule,
  grouped,
  instrumentKey,
  scoreTexts,
  undecidedMistakes,
  type DraftedForm,
} from '../../../domain/instrument-draft.ts';
import { decide } from '../../../domain/undecided.ts';
import type { FormMistake, FormQuestion, FormScale, ReadForm } from './form.ts';

const MOST_QUESTIONS = 1000;

/**
 * An instrument file with everything that the form says. What only a person can decide has the value "DECIDE: …", which check
 * and start refuse. All else is checked now, so that its mistakes have the lines of the form.
 */
export function draftInstrument(form: ReadForm, id: string): DraftedForm {
  const empty = form.questions.every(({ item }) => answerForm(item.type) === 'none');
  const none = { line: 1, place: '(file)', message: 'The form holds no question' };
  const many = { line: 1, place: '(file)', message: `The form holds more than ${MOST_QUESTIONS} questions` };
  if (form.questions.length > MOST_QUESTIONS) return { kind: 'mistakes', mistakes: [many] };
  const mistakes = [...form.mistakes, ...(empty && form.mistakes.length === 0 ? [none] : [])];
  const found = mistakes.length > 0 ? mistakes : checkedMistakes(form, id);
  if (found.length > 0)
    return { kind: 'mistakes', mistakes: found.toSorted((one, other) => one.line - other.line) };
  const instrument = fileOf(form, id, form.questions.flatMap(ruleOf));
  const notes = [...form.notes, ...compulsory(form)];
  return { kind: 'draft', instrument, notKept: grouped(form.lost), notes };
}

function compulsory({ questions }: ReadForm): readonly string[] {
  const asked = questions.filter(({ item }) => answerForm(item.type) !== 'none' && !isOptional(item.type));
  return [
    `${asked.length} question(s) must be answered here, because every question must but optional texts.`,
  ];
}

function checkedMistakes(form: ReadForm, id: string): readonly FormMistake[] {
  return undecidedMistakes(fileOf(form, id, [])).map(({ path, message }) => {
    const [, item] = /^dimensions\[0\]\.items\[(\d+)\]/.exec(path) ?? [];
    const [, scale] = /^scales\[(\d+)\]/.exec(path) ?? [];
    const first = form.scales[Number(scale)]?.items[0];
    const at =
      item === undefined ? form.questions.find((one) => one.item.id === first) : form.questions[Number(item)];
    return { line: at?.line ?? 1, place: at?.name ?? path, message };
  });
}

function fileOf(form: ReadForm, id: string, crisis: readonly object[]) {
  const sets = sharedOptions(form.questions);
  const named = [...sets].map(([text, name]) => [name, JSON.parse(text) as unknown]);
  const pages = pagesOf(form.questions);
  const title = form.title ?? decide('the title');
  const head = {
    id,
    title,
    source: decide('where the questionnaire comes from'),
    language: decide('the language of the questions, as de'),
  };
  return draftFile(head, {
    ...(sets.size > 0 ? { option_sets: Object.fromEntries(named) } : {}),
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
    scales: form.scales.map(scaleOf),
    crisis,
  });
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

function scaleOf({ title, items, reversed }: FormScale) {
  return {
    key: instrumentKey(title, 'scale'),
    title,
    method: 'sum',
    items,
    ...(reversed.length > 0 ? { reversed } : {}),
    direction: decide('high_is_worse or low_is_worse; and is it a sum, how many answers may be missing?'),
    ...scoreTexts,
  };
}

const ruleOf = ({ item }: FormQuestion) =>
  draftRule(item, item.id, 'only answers with numbers can have a rule, else take it out');
