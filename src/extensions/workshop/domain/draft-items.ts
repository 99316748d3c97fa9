import { hasOptions, isItemType, isQuestion, type ItemType } from '../../../domain/answer-types.ts';
import { dangerHint } from '../../../domain/danger-wording.ts';
import { ownValue } from '../../../domain/own-value.ts';
import { isUndecided } from '../../../domain/undecided.ts';

// A draft is any JSON until the check has accepted it, so its questions are looked at one by one.

type DraftOption = { readonly id: string; readonly label: string; readonly value: number | string };

/** A question of a draft. */
export type DraftItem = {
  readonly id: string;
  /** Its number among the questions, from 1. */
  readonly number: number;
  readonly type: ItemType;
  readonly content: string;
  readonly options: readonly DraftOption[];
  /** A test chooses it, so not everybody is asked. */
  readonly isChosen: boolean;
};

/** Every question of a draft that has an id and a type. Texts between questions are none. */
export function draftItems(instrument: Readonly<Record<string, unknown>>): readonly DraftItem[] {
  const sets = recordOf(instrument['option_sets']);
  const found = listOf(instrument['dimensions']).flatMap((dimension) =>
    listOf(dimension['items']).flatMap((item) => {
      const { id, type, content, options } = item;
      if (typeof id !== 'string' || typeof type !== 'string' || !isItemType(type) || !isQuestion(type))
        return [];
      const given = typeof options === 'string' ? ownValue(sets, options) : options;
      const isChosen = dimension['form'] === 'adaptive';
      const own = hasOptions(type) ? listOf(given).flatMap(optionOf) : [];
      return [{ id, type, content: textOf(content), options: own, isChosen }];
    }),
  );
  return found.map((item, index) => ({ ...item, number: index + 1 }));
}

function optionOf({ id, label, value }: Readonly<Record<string, unknown>>): DraftOption[] {
  if (typeof id !== 'string' || (typeof value !== 'number' && typeof value !== 'string')) return [];
  return [{ id, label: textOf(label), value }];
}

/** The questions that seem to ask for danger, by a list of words: a hint, no rule. */
export function draftHints(items: readonly DraftItem[]): { item: string; words: string; is_self: boolean }[] {
  return items.flatMap(({ number: _number, isChosen: _isChosen, options, ...item }) => {
    const hint = dangerHint({ ...item, options: [...options] });
    return hint ? [{ item: item.id, words: hint.words, is_self: hint.kinds.includes('self') }] : [];
  });
}

/** Questions with the wording of an earlier one, each with the number of that one: perhaps pasted twice. */
export function repeatedItems(
  items: readonly DraftItem[],
): readonly { readonly item: DraftItem; readonly earlier: number }[] {
  const first = new Map<string, number>();
  return items.flatMap((item) => {
    const wording = item.content.trim().replaceAll(/\s+/g, ' ').toLowerCase();
    const earlier = first.get(wording);
    if (earlier === undefined) first.set(wording, item.number);
    return earlier === undefined || wording === '' || isUndecided(item.content) ? [] : [{ item, earlier }];
  });
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** The objects of a list. */
export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
