import { answerForm } from './answer-types.ts';
import { instrumentItems } from './instrument-items.ts';
import type { Instrument, InstrumentItem } from './instrument-schema.ts';

// Recognises questions for a wish to die or to hurt oneself, so that a missing crisis rule is noticed (product 19.1).

// Item 9 of the PHQ-9.
const LOINC = '44260-8';

// German and English. A question about another death may match: a warning too much does no harm.
const WORDING = [
  /\btot\b|nicht mehr (?:leben|aufwachen|da sein)|sterben|lebensm(?:ü|ue)de|lebens(?:ü|ue)berdruss/i,
  /sui[zc]id|selbstmord|selbstt(?:ö|oe)tung|selbstverletz|umbringen|(?:leid|schmerz(?:en)?) zu(?:zu)?f(?:ü|ue)g/i,
  /(?:sich|mir|ihnen|selbst) (?:etwas|was) an(?:zu)?tun|(?:das|mein|ihr) leben (?:zu )?(?:nehmen|beenden)/i,
  /\bdead\b|(?:wish|want|prefer|like)\w* to die|not (?:wake up|be alive)|end (?:my|your|their) (?:own )?life/i,
  /(?:hurt|harm|kill|injur)(?:ing|e)? (?:my|your|one|them)sel(?:f|ves)|self-?(?:harm|injur)|no longer want to live/i,
];

/** The questions that seem to ask for danger but have no crisis rule, so that no clinician would learn of an answer. */
export function itemsWithoutRule(instrument: Instrument): readonly InstrumentItem[] {
  const ruled = new Set(instrument.crisis.map(({ item }) => item));
  return instrumentItems(instrument).filter(
    (item) => !ruled.has(item.id) && answerForm(item.type) !== 'none' && asksForDanger(item),
  );
}

function asksForDanger({ codes = [], content }: InstrumentItem): boolean {
  return codes.some(({ code }) => code === LOINC) || WORDING.some((pattern) => pattern.test(content));
}
