import { answerForm } from './answer-types.ts';
import type { CrisisKind } from './crisis.ts';
import { instrumentItems } from './instrument-items.ts';
import type { Instrument, InstrumentItem } from './instrument-schema.ts';

// Recognises questions and answers that speak of danger, so that a missing crisis rule is noticed (product 19.1). It is a
// hint and no rule: no list of words knows every wording, so a person decides in each file (`crisis_decided_by`).

// Item 9 of the PHQ-9.
const LOINC = '44260-8';

/** Finds `one` and, after at most so many other words, `other`. */
function near(one: string, words: number, other: string): RegExp {
  return new RegExp(`\\b(?:${one})\\W+(?:\\w+\\W+){0,${words}}(?:${other})`);
}

const ONESELF = 'mich|mir|sich|ihnen|uns|selbst|dich|dir';
const KILL =
  'um(?:zu)?bring|umgebracht|umbraecht|(?:zu )?toeten|getoetet|das leben (?:zu )?(?:nehm|nahm|genommen)';
const HURT =
  'verletz|(?:zu )?ritz|geritzt|(?:zu )?schneid|geschnitten|verbrann|(?:zu )?verbrenn|wehgetan|wehtun|wehzutun';
const HARM = '(?:schaden|leid|schmerzen?|wunden|verletzung(?:en)?|gewalt|(?:et)?was)\\W+(?:\\w+\\W+){0,3}';
const INFLICT = '(?:zu(?:zu|ge)?fueg|an(?:zu|ge)?(?:tun|tan|tue|taete))';
const OTHERS = 'jemand(?:en|em)?|andere[nrm]?|menschen|personen|leuten?|partner(?:in)?|familie|angehoerigen';
const CHILDREN = '(?:kind|baby|saeugling|tochter|sohn)\\w*|child\\w*|infants?';
const SELVES = '(?:my|your|one|him|her|them|our)sel(?:f|ves)';
const OTHER_PEOPLE = 'someone|somebody|others?|(?:other )?people|(?:any|every)(?:one|body)';
const ENGLISH_HARM = 'hurt|harm|kill|injur|cut|attack|shoot|stab';

// Texts are compared in small letters, with ae, oe, ue and ss. A text about another thing may match: a hint too much does
// no harm.
const WORDING: readonly (readonly [CrisisKind, readonly RegExp[]])[] = [
  [
    'child',
    [
      near(
        CHILDREN,
        5,
        `schlag|geschlagen|schlueg|(?:ge)?schuettel|misshandel|vernachlaessig|gewalt|${KILL}|verletz|schaden|antun|etwas an`,
      ),
      near(`${ENGLISH_HARM}|shake|neglect|abuse|beat`, 4, CHILDREN),
    ],
  ],
  [
    'others',
    [
      near(OTHERS, 4, `${KILL}|verletz|angreif|anzugreif|zu schlag|schlagen|${HARM}${INFLICT}`),
      near(`(?:${ENGLISH_HARM})(?:ing|s|ed)?`, 2, OTHER_PEOPLE),
    ],
  ],
  [
    'violence',
    [
      /vergewaltig|misshandel|haeusliche\w* gewalt|sexuell\w* (?:gewalt|missbrauch|uebergriff|belaestig|genoetig)/,
      near(
        'partner(?:in)?|jemand(?:em)?|zuhause|zu hause|daheim|familie|mann|frau',
        6,
        'schlaegt|geschlagen|schlug|bedroht|wuergt|gewuergt|verpruegelt',
      ),
      /\b(?:raped?|sexual(?:ly)? (?:abuse|assault)\w*|domestic violence|afraid of (?:my|your) partner)/,
      near('hit|beat(?:en)?|threaten(?:s|ed)?|chok(?:es|ed)', 3, 'partner|home|you|me'),
    ],
  ],
  [
    'psychosis',
    [near('stimmen', 6, 'hoer|befehl|sagen|reden'), near('hoer\\w*', 6, 'stimmen'), /\bvoices\b/],
  ],
  [
    'self',
    [
      /\btot\b|\bsterben\b|zu sterben|freitod|lebensmued|lebensueberdruss|sui[zc]id|selbstmord|selbsttoetung/,
      /selbst(?:zu)?(?:verletz|schaedig)|ueberdosis|ni(?:e|cht) geboren|\btodes(?:wunsch|gedank|sehnsucht)/,
      /(?:mir|ihnen|sich) den tod|(?:gedanke\w*|denke\w*|gedacht|wunsch|sehnsucht) (?:an den|an ihren|an meinen|nach dem|zum) tod/,
      /an den tod (?:ge)?d[ea]ch?|schluss (?:zu )?mach|schluss gemacht|aus dem leben (?:zu )?(?:scheid|geschieden|geh|gegangen)/,
      /nicht (?:mehr )?weiter(?:zu)?leb|nicht(?:s)? (?:mehr )?lebenswert|nicht wert,? (?:zu leben|gelebt)|ohne (?:mich|sie) besser/,
      near(
        'nicht mehr',
        3,
        '(?:zu )?leben|lebte|lebe\\b|auf(?:zu)?wach|aufgewacht|da (?:zu )?sein|da (?:waer|bin)|existier|zu existier',
      ),
      near('leben', 4, '(?:ein )?ende\\b|(?:zu )?beend|(?:zu )?nehmen|genommen|wegzuwerf|wegwerf'),
      near(ONESELF, 4, KILL),
      near(
        `(?:${ONESELF})|absichtlich|mit absicht`,
        2,
        `(?:absichtlich |selbst |mit absicht )?(?:zu )?(?:${HURT})`,
      ),
      near(ONESELF, 3, `${HARM}${INFLICT}`),
      /\bdead\b|sui[c]id|self-?(?:harm|injur)|(?:wish|want|prefer|like)\w* to die|(?:take|end) (?:my|your|their) (?:own )?li[fv]e/,
      /not (?:wake up|be alive|go on living|want to live)|(?:no longer|don.t) want to (?:live|be alive|wake up)|ending it\b/,
      /better off (?:dead|without (?:me|you))|never been born|thought\w* (?:of|about) (?:death|dying)|(?:not|n.t) worth living|overdose/,
      near(`(?:${ENGLISH_HARM})(?:ing|e|s)?`, 3, SELVES),
    ],
  ],
];

/** A question that seems to speak of danger; `words` are its own or those of one of its answers. */
export type DangerHint = {
  readonly item: InstrumentItem;
  readonly kinds: readonly CrisisKind[];
  readonly words: string;
};

/** The questions that seem to speak of danger but have no crisis rule, so that no clinician would learn of an answer. */
export function dangerHints(instrument: Pick<Instrument, 'crisis' | 'dimensions'>): readonly DangerHint[] {
  const ruled = new Set(instrument.crisis.map(({ item }) => item));
  return instrumentItems(instrument)
    .filter((item) => !ruled.has(item.id) && answerForm(item.type) !== 'none')
    .flatMap((item) => dangerHint(item) ?? []);
}

/** What speaks of danger in an item: its code, its question, or one of its answers. */
export function dangerHint(item: InstrumentItem): DangerHint | undefined {
  const { codes = [], content, options } = item;
  if (codes.some(({ code }) => code === LOINC)) return { item, kinds: ['self'], words: content };
  return [content, ...options.map(({ label }) => label)]
    .map((words) => ({ item, kinds: dangerIn(words), words }))
    .find(({ kinds }) => kinds.length > 0);
}

/** The kinds of danger that a text seems to speak of. */
export function dangerIn(text: string): readonly CrisisKind[] {
  const plain = text
    .toLowerCase()
    .replaceAll(/[äöü]/g, (sign) => ({ ä: 'ae', ö: 'oe' })[sign] ?? 'ue')
    .replaceAll(/ß/g, 'ss');
  return WORDING.flatMap(([kind, patterns]) =>
    patterns.some((pattern) => pattern.test(plain)) ? [kind] : [],
  );
}
