import { answerForm, type Answer } from './answer-types.ts';
import { instrumentItems } from './instrument-items.ts';
import type { Instrument } from './instrument-schema.ts';
import type { Protocol } from './protocol.ts';
import type { SurveyPlan } from './survey-plan.ts';

// Instruments that a session does not ask, because an answer given before makes them pointless.

/** The ids of the instruments that the stored answers skip. */
export function skippedInstruments(
  { skips = [] }: Pick<SurveyPlan, 'skips'>,
  storedPages: readonly { readonly answers: readonly Pick<Answer, 'id' | 'value'>[] }[],
): ReadonlySet<string> {
  const isAnswer = (item: string, value: Answer['value']) =>
    storedPages.some(({ answers }) => answers.some((answer) => answer.id === item && answer.value === value));
  const held = skips.filter(({ item, value }) => isAnswer(item, value));
  return new Set(held.flatMap(({ instruments }) => instruments));
}

/**
 * What is wrong with the skips of a protocol, as English sentences for the operator: in each window with a skipped instrument
 * the item must be asked before it and have an option with the value.
 */
export function skipProblems(
  { skips, windows }: Pick<Protocol, 'skips' | 'windows'>,
  instruments: ReadonlyMap<string, Instrument>,
): readonly string[] {
  return skips.flatMap(({ item: id, value, instruments: skipped }) => {
    const source = [...instruments.values()].find((one) =>
      instrumentItems(one).some((item) => item.id === id),
    );
    const item = source && instrumentItems(source).find((one) => one.id === id);
    if (!item || answerForm(item.type) !== 'option')
      return [`skips names the item "${id}", which is no item with one choice among options`];
    if (!item.options.some((option) => option.value === value))
      return [`skips names the value "${value}" of the item "${id}", which has no such option`];
    return windows
      .filter(({ instruments: asked }) => asked.some((one) => skipped.includes(one)))
      .filter(({ instruments: asked }) => {
        const first = asked.findIndex((one) => skipped.includes(one));
        const at = asked.indexOf(source.id);
        return at === -1 || at > first;
      })
      .map(
        ({ type }) => `in ${type} "${source.id}" with the item "${id}" must be asked before what it skips`,
      );
  });
}
