import { percentText } from './signals.ts';

/** The expected course in a report (product 20.5). */
export const expectedText = {
  research:
    'Dieser Bericht enthält einen erwarteten Verlauf. Er dient der Forschung und ist keine Grundlage für Entscheidungen über die Behandlung.',
  title: 'Erwarteter Verlauf',
  folded: (deviating: readonly string[]) =>
    deviating.length > 0 ? `weicht ab: ${deviating.join(', ')}` : 'keine Abweichung',
  none: 'Für keine Skala dieser Befragung liegt ein erwarteter Verlauf vor.',
  band: (value: string, lower: string, upper: string) =>
    `Gemessen: ${value}. Nach dem Anfangswert lag der wahre Wert zu diesem Zeitpunkt bei 80 von 100 vergleichbaren Menschen zwischen ${lower} und ${upper} (helle Fläche; dunklere Fläche: 50 von 100).`,
  /** The band of a model that no therapies of this installation taught. */
  publishedBand: (value: string, lower: string, upper: string) =>
    `Gemessen: ${value}. Nach dem Anfangswert und den Startwerten läge der wahre Wert zu diesem Zeitpunkt bei 80 von 100 Menschen zwischen ${lower} und ${upper} (helle Fläche; dunklere Fläche: 50 von 100).`,
  probabilities: (unexpected: number, recovery: number) =>
    `Mit ${percentText(unexpected)} Wahrscheinlichkeit geht es der Person schlechter als erwartet; mit ${percentText(recovery)} ist sie am Ende der Therapie verlässlich gebessert.`,
  tooFew: 'Eine Abweichung lässt sich erst ab der dritten Messung beurteilen.',
  source: (version: number, persons: number) =>
    `Erwarteter Verlauf in Fassung ${version}, gelernt aus ${persons} Therapien dieser Installation.`,
  published: (version: number, source: string) =>
    `Erwarteter Verlauf in Fassung ${version}: Startwerte aus der Literatur (${source}). Sie sind keine Normen und nicht aus dieser Installation gelernt.`,
} as const;
