import { germanDecimal } from './numbers.ts';
import type { Place, Reason } from '../domain/reasons.ts';
import { mistakeText, undecidedText } from './file-mistakes.ts';

type Of<Code extends Reason['code']> = Extract<Reason, { readonly code: Code }>;
type Sentences = { readonly [Code in Reason['code']]: (reason: Of<Code>) => string };

const sentences: Sentences = {
  undecided: ({ path, message }) => undecidedText(path, message),
  mistake: ({ path, message }) => mistakeText(path, message),
  danger_open: () =>
    'Bitte entscheiden Sie für jede Antwort, ob sie eine Gefahr zeigt. Auch „keine Gefahr“ ist eine Entscheidung.',
  danger_without_options: () =>
    'Bei dieser Frage gibt es keine Antworten zur Auswahl, deshalb kann Resonanz keine Gefahr melden. Bitte wählen Sie „keine Gefahr“ oder geben Sie der Frage Antworten.',
  danger_of_boxes: () =>
    'Bei Fragen mit mehreren Antworten kann Resonanz noch keine Gefahr melden. Bitte lassen Sie nur eine Antwort zu oder wählen Sie überall „keine Gefahr“.',
  danger_of_chosen: () =>
    'Diese Frage wird nicht allen gestellt. Eine Frage nach Gefahr muss allen gestellt werden: Bitte nehmen Sie sie aus der Auswahl.',
  danger_without_numbers: () =>
    'Damit Resonanz eine Gefahr erkennt, braucht jede Antwort dieser Frage eine Zahl. Bitte tragen Sie die Zahlen ein.',
  danger_at_lowest: () =>
    'Hier zeigt schon die Antwort mit der kleinsten Zahl eine Gefahr, dann würde jede Antwort gemeldet. Bitte lassen Sie die unbedenkliche Antwort die kleinste Zahl haben.',
  danger_falls: () =>
    'Die Gefahr muss mit den Zahlen der Antworten zunehmen. Bitte vergeben Sie die Zahlen andersherum und kreuzen Sie die Frage in der Skala als umgekehrt an.',
  danger_says_missing: () =>
    'Bitte schreiben Sie in einem Satz, was Behandelnde nach einer solchen Antwort lesen.',
  licence_open: () => 'Bitte wählen Sie, wie Ihre Klinik den Fragebogen verwenden darf.',
  licence_not_allowed: () =>
    'Sie haben angegeben, dass Ihre Klinik den Fragebogen nicht verwenden darf. So bleibt er ein Entwurf.',
  licence_number: () => 'Bitte tragen Sie die Nummer der Registrierung oder des Vertrags ein.',
  licence_date: () => 'Bitte tragen Sie das Datum der Registrierung oder des Vertrags ein.',
  examples_few: ({ given, needed }) =>
    `Bitte rechnen Sie ${needed} Beispiele aus dem Handbuch nach. Bisher sind es ${given}.`,
  example_same: ({ other }) =>
    `Dieses Beispiel hat dieselben Antworten wie „${other}“. Bitte nehmen Sie ein anderes.`,
  example_answer: ({ item }) =>
    `Die Antwort auf die Frage „${item}“ gibt es nicht. Bitte wählen Sie eine der Antworten.`,
  example_scale: ({ scale }) => `Die Skala „${scale}“ gibt es nicht mehr. Bitte entfernen Sie den Wert.`,
  example_without_score: ({ scale }) =>
    `Bitte tragen Sie ein, welcher Wert bei „${scale}“ herauskommen muss.`,
  example_unequal: ({ scale, expected, computed }) =>
    computed === null
      ? `Bei „${scale}“ soll ${germanDecimal(expected)} herauskommen, aber aus diesen Antworten ergibt sich kein Wert. Fehlen Antworten?`
      : `Bei „${scale}“ soll ${germanDecimal(expected)} herauskommen, es kommt aber ${germanDecimal(computed)} heraus. Bitte prüfen Sie die Antworten und die Auswertung.`,
  signature_missing: ({ role }) =>
    role === 'clinical'
      ? 'Es fehlt die klinische Unterschrift: Jemand bestätigt Inhalt, Grenzwerte und die Entscheidungen zur Gefahr.'
      : 'Es fehlt die psychometrische Unterschrift: Jemand anderes bestätigt Auswertung und Beispiele.',
  id_taken: () =>
    'Diese Kennung hat schon ein Fragebogen des Betreibers. Bitte wählen Sie eine andere Kennung.',
  version_taken: () =>
    'Diese Fassung ist schon veröffentlicht und ändert sich nicht mehr. Bitte geben Sie Ihrer Fassung eine höhere Nummer.',
};

export function reasonText<Code extends Reason['code']>(reason: Of<Code> & { code: Code }): string {
  // The table has for each code the sentence of its reason.
  const sentence = sentences[reason.code] as (one: Of<Code>) => string;
  return sentence(reason);
}

export const repeatedText = (earlier: number): string =>
  `Diese Frage hat denselben Wortlaut wie Frage ${earlier}. Bitte prüfen Sie, ob sie doppelt ist. Stellt der Fragebogen sie wirklich zweimal, lassen Sie sie so.`;

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 58).trimEnd()} …` : text);

/** The place of a reason as a person finds it again. */
export function placeText(place: Place): string {
  switch (place.kind) {
    case 'item':
      return place.content === '' || place.content.startsWith('DECIDE')
        ? `Frage ${place.number}`
        : `Frage ${place.number}: „${short(place.content)}“`;
    case 'scale':
      return place.title === '' || place.title.startsWith('DECIDE')
        ? `Skala ${place.number}`
        : `Skala „${short(place.title)}“`;
    case 'example':
      return `Beispiel „${place.name}“`;
    default:
      return 'Fragebogen';
  }
}
