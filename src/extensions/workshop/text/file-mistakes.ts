// The check of instrument files speaks English to operators. A clinic reads what most often is the matter in German.

/** A German sentence for an English one. */
export type Rule = readonly [pattern: RegExp, sentence: string | ((...found: string[]) => string)];

/** The sentence of the first rule that fits. */
export function firstOf(rules: readonly Rule[], text: string): string | undefined {
  for (const [pattern, sentence] of rules) {
    const found = pattern.exec(text);
    if (found) return typeof sentence === 'string' ? sentence : sentence(...found.slice(1));
  }
  return undefined;
}

// By the end of the path.
const undecided: readonly Rule[] = [
  [/^title$/, 'Bitte tragen Sie den Titel des Fragebogens ein.'],
  [/^source$/, 'Bitte nennen Sie die Quelle: wer den Fragebogen wann veröffentlicht hat.'],
  [/^purpose$/, 'Bitte schreiben Sie in einem Satz, was der Fragebogen misst.'],
  [/^language$/, 'Bitte wählen Sie die Sprache der Fragen.'],
  [/items\[\d+\]\.content$/, 'Bitte tragen Sie den Wortlaut der Frage ein.'],
  [/(?:options\[\d+\]|^option_sets.*)\.label$/, 'Bitte tragen Sie den Wortlaut der Antworten ein.'],
  [/options\[\d+\]\.value$/, 'Bitte geben Sie jeder Antwort eine Zahl.'],
  [
    /\.(?:paragraph|connector|footer)$/,
    'Bitte tragen Sie ein, was über den Fragen steht, zum Beispiel den Zeitraum.',
  ],
  [/^dimensions\[\d+\]\.title$/, 'Bitte tragen Sie die Überschrift über den Fragen ein.'],
  [/bands\.list\[\d+\]\.label$/, 'Bitte geben Sie jedem Bereich einen Namen, zum Beispiel „mittelgradig“.'],
  [/bands\.list\[\d+\]\.clinician$/, 'Bitte schreiben Sie, was Behandelnde bei diesem Bereich lesen.'],
  [/bands\.list\[\d+\]\.patient$/, 'Bitte schreiben Sie, was Patient*innen bei diesem Bereich lesen.'],
  [/bands\.source$/, 'Bitte nennen Sie die Quelle der Grenzwerte.'],
  [/^scales\[\d+\]\.title$/, 'Bitte geben Sie der Skala einen Namen.'],
  [/^scales\[\d+\]\.direction$/, 'Bitte wählen Sie, ob hohe Werte günstig oder ungünstig sind.'],
  [/^scales\[\d+\]\.clinician$/, 'Bitte schreiben Sie, was der Wert für Behandelnde bedeutet.'],
  [/^scales\[\d+\]\.patient$/, 'Bitte schreiben Sie, was der Wert für Patient*innen bedeutet.'],
  [/^norm_tables\[\d+\]\.table$/, 'Bitte tragen Sie die Tabelle der Normwerte ein.'],
  [/^norm_(?:tables|sets)\[\d+\]/, 'Bitte ergänzen Sie Titel, Stichprobe und Quelle der Normen.'],
];

export const undecidedText = (path: string, what: string): string =>
  firstOf(undecided, path) ?? `Bitte ergänzen Sie diese Angabe: ${path} (${what}).`;

const mistakes: readonly Rule[] = [
  [/must not be empty|is missing\.$/, 'Diese Angabe fehlt noch.'],
  [
    /must be a key/,
    'Bitte verwenden Sie für die Kennung nur kleine Buchstaben, Ziffern und Bindestriche, zuerst einen Buchstaben.',
  ],
  [
    /must be an item id/,
    'Bitte verwenden Sie für die Kennung der Frage nur Buchstaben, Ziffern, Punkt und Strich.',
  ],
  [/must be a version/, 'Bitte schreiben Sie die Fassung als drei Zahlen, zum Beispiel 1.0.0.'],
  [/must be a language/, 'Bitte schreiben Sie die Sprache als Kürzel, zum Beispiel de.'],
  [/must be a number|must be a finite number/, 'Hier muss eine Zahl stehen.'],
  [/must be a whole number/, 'Hier muss eine ganze Zahl stehen.'],
  [/must be greater than 0|must be at least 1/, 'Diese Zahl muss größer als 0 sein.'],
  [/needs at least one (?:item|dimension)/, 'Bitte fügen Sie mindestens eine Frage hinzu.'],
  [/needs at least (\d) options/, (count) => `Diese Frage braucht mindestens ${count} Antworten.`],
  [
    /The option value "(.*)" is used twice/,
    (value) => `Zwei Antworten haben die Zahl ${value}. Bitte geben Sie jeder eine eigene.`,
  ],
  [/The option id .* is used twice/, 'Zwei Antworten haben dieselbe Kennung.'],
  [/The item id "(.*)" is used twice/, (id) => `Zwei Fragen haben die Kennung „${id}“.`],
  [/There is no option set "(.*)"/, (name) => `Die Antwortliste „${name}“ gibt es nicht.`],
  [
    /The item "(.*)" has no numbers to score/,
    (id) => `Die Frage „${id}“ lässt sich nicht auswerten, weil ihre Antworten keine Zahlen haben.`,
  ],
  [/The item "(.*)" is on no page/, (id) => `Die Frage „${id}“ steht auf keiner Seite.`],
  [/There is no item "(.*)"/, (id) => `Die Frage „${id}“ gibt es nicht mehr. Bitte entfernen Sie sie hier.`],
  [
    /The reversed item "(.*)" is not among the items/,
    (id) => `Die Frage „${id}“ ist als umgekehrt angekreuzt, gehört aber nicht zur Skala.`,
  ],
  [
    /The items of a percentage must have the same/,
    'Für einen Prozentwert müssen alle Fragen dieselbe kleinste und größte Zahl haben.',
  ],
  [/Only a sum of items that begin at 0/, 'Fehlende Antworten können nur bei Summen ab 0 als 0 zählen.'],
  [/Each band must begin above the band before it/, 'Die Bereiche müssen bei steigenden Werten beginnen.'],
  [/The lowest band begins with null/, 'Der unterste Bereich hat keinen Anfangswert.'],
  [/every band needs a condition_severity/, 'Bitte geben Sie für jeden Bereich an, wie schwer er wiegt.'],
  [/The (\w+) "(.*)" is used twice/, (_, key) => `„${key}“ kommt doppelt vor.`],
  [
    /must be high_is_worse|high_is_worse \| low_is_worse/,
    'Bitte wählen Sie, ob hohe Werte günstig oder ungünstig sind.',
  ],
];

/** The sentence for a mistake that clinics often meet. */
export const knownMistake = (message: string): string | undefined => firstOf(mistakes, message);

export const mistakeText = (path: string, message: string): string =>
  knownMistake(message) ?? `Hier stimmt etwas noch nicht (${path}): ${message}`;
