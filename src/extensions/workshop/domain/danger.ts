import { answerForm } from '../../../domain/answer-types.ts';
import { CRISIS_LEVELS, type CrisisLevel } from '../../../domain/crisis.ts';
import type { CrisisRule } from '../../../domain/instrument-schema.ts';
import { ownValue } from '../../../domain/own-value.ts';
import type { Danger, DangerMark } from './draft.ts';
import type { DraftItem } from './draft-items.ts';

// A person marks each answer of each question. A rule of an instrument begins at a number, so the marks must rise with the numbers.

/** Why the marks of a question make no rule. `danger_open`: answers without a mark. */
export type DangerFault =
  | 'danger_open'
  | 'danger_without_options'
  | 'danger_of_boxes'
  | 'danger_of_chosen'
  | 'danger_without_numbers'
  | 'danger_at_lowest'
  | 'danger_falls'
  | 'danger_says_missing';

/** The key of the one mark of a question without options. */
export const ANY = 'any';

/** What a person marks of a question: its options, or the question as a whole. */
const markedParts = ({ options }: Pick<DraftItem, 'options'>): readonly string[] =>
  options.length > 0 ? options.map(({ id }) => id) : [ANY];

const rank = (mark: DangerMark): number => (mark === 'none' ? -1 : CRISIS_LEVELS.indexOf(mark));

/** What is wrong with the marks of a question; undefined if they make its rules. */
export function dangerFault(item: DraftItem, danger: Danger): DangerFault | undefined {
  const marks = marksOf(item, danger);
  if (marks.includes(undefined)) return 'danger_open';
  if (marks.every((mark) => mark === 'none')) return undefined;
  if (item.options.length === 0) return 'danger_without_options';
  if (answerForm(item.type) === 'options') return 'danger_of_boxes';
  if (item.isChosen) return 'danger_of_chosen';
  if (item.options.some(({ value }) => typeof value !== 'number')) return 'danger_without_numbers';
  const ranks = rising(item, danger).map(({ mark }) => rank(mark));
  if (ranks.some((one, index) => one < (ranks[index - 1] ?? one))) return 'danger_falls';
  if ((ranks[0] ?? -1) >= 0) return 'danger_at_lowest';
  return saysOf(item, danger) === '' ? 'danger_says_missing' : undefined;
}

/** The rules of a questionnaire. Marks that make no rule are left out: they are reasons not to publish. */
export function dangerRules(items: readonly DraftItem[], danger: Danger): readonly CrisisRule[] {
  return items.flatMap((item) => {
    const fault = dangerFault(item, danger);
    if (fault !== undefined && fault !== 'danger_says_missing') return [];
    const marked = rising(item, danger);
    const clinician = saysOf(item, danger) || '–';
    return CRISIS_LEVELS.flatMap((level) => {
      const first = marked.find(({ mark }) => mark === level);
      return first ? [{ item: item.id, kind: 'self' as const, at_least: first.value, level, clinician }] : [];
    });
  });
}

/** The marks of a published version, from its rules. */
export function marksOfRules(items: readonly DraftItem[], rules: readonly CrisisRule[]): Danger {
  const marks = items.map((item) => {
    const own = rules.filter((rule) => rule.item === item.id);
    const entries = markedParts(item).map((part) => {
      const value = item.options.find(({ id }) => id === part)?.value;
      return [part, levelOf(own, value) ?? 'none'] as const;
    });
    return [item.id, Object.fromEntries<DangerMark>(entries)] as const;
  });
  return {
    marks: Object.fromEntries(marks),
    says: Object.fromEntries(rules.map(({ item, clinician }) => [item, clinician])),
  };
}

function levelOf(rules: readonly CrisisRule[], value: number | string | undefined): CrisisLevel | undefined {
  const levels = rules.flatMap((rule) =>
    typeof value === 'number' && value >= rule.at_least ? [rule.level] : [],
  );
  return levels.includes('urgent') ? 'urgent' : levels[0];
}

const saysOf = ({ id }: DraftItem, { says }: Danger): string => (ownValue(says, id) ?? '').trim();

function marksOf(item: DraftItem, { marks }: Danger): readonly (DangerMark | undefined)[] {
  const own = ownValue(marks, item.id) ?? {};
  return markedParts(item).map((part) => ownValue(own, part));
}

/** The answers with their marks, the lowest number first. */
function rising(item: DraftItem, danger: Danger): readonly { value: number; mark: DangerMark }[] {
  const marks = marksOf(item, danger);
  return item.options
    .flatMap(({ value }, index) =>
      typeof value === 'number' ? [{ value, mark: marks[index] ?? ('none' as const) }] : [],
    )
    .toSorted((one, other) => one.value - other.value);
}
