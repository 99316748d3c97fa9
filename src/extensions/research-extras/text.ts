/** The files that this extension adds to an export, for the list in LIESMICH.md. */
export const extraFileText = {
  'datapackage.json': 'dasselbe Codebuch für Programme (Frictionless Data Package)',
  'rescore.R': 'Skript für R: berechnet alle Skalenwerte neu, nur aus diesem Ordner',
  'spss/': 'jede CSV-Datei auch als `.sav` für SPSS und PSPP',
} as const;

/** How to read them, for the chapter on CSV in LIESMICH.md. */
export const extraPrograms: readonly string[] = [
  '`Rscript rescore.R` berechnet alle Skalenwerte neu, nur aus `answers.csv`, `items.csv` und `scales.csv`.',
  `**SPSS** und **PSPP** öffnen die Dateien in \`spss/\` per Doppelklick, mit Bezeichnungen, Messniveaus und fehlenden Werten; Texte
  stehen darin wie in den CSV-Dateien. PSPP vor Version 2 kennt die Codes langer Wörter nicht und meldet das einmal.`,
  '**Andere Programme**: `datapackage.json` ist ein Frictionless Data Package mit Typen, Bezeichnungen, fehlenden Werten und Schlüsseln.',
];

export const dataPackageText = {
  title: (product: string) => `Forschungsdaten aus ${product}`,
  note: 'Pseudonym, nicht anonym. Was dazu gehört, steht in LIESMICH.md.',
} as const;
