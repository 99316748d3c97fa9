import { researchMissingCodes } from './research-export.ts';

/** The facts of an export for its LIESMICH.md. */
export type ReadmeFacts = {
  readonly product: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly project: string | undefined;
  readonly dates: 'as_they_are' | 'shifted';
  readonly freeText: 'included' | 'left_out';
  readonly clinicNames: 'shown' | 'pseudonyms';
  readonly clinicianClusters: 'given' | 'left_out';
  readonly hasTables: boolean;
  readonly consent: 'asked' | 'not_asked';
  readonly withdrawn: number;
  readonly withoutConsent: number;
  /** The names of the invented instruments. */
  readonly demonstrations: readonly string[];
  readonly files: readonly { readonly file: string; readonly title: string }[];
  /** How programs read the files of extensions. */
  readonly programs: readonly string[];
};

function period({ from, until, dates }: ReadmeFacts): string {
  if (from === null && until === null) return 'Alle Personen und alle Befragungen.';
  // The true days would tell how far the dates are shifted.
  if (dates === 'shifted') return 'Befragungen aus einem gewählten Zeitraum und die Personen dazu.';
  const days = [from === null ? '' : `ab ${from}`, until === null ? '' : `bis ${until}`]
    .filter(Boolean)
    .join(' ');
  return `Befragungen, die ${days} begonnen wurden (beide Tage eingeschlossen), und die Personen dazu.`;
}

const shifted =
  'Alle Daten einer Person sind um dieselbe Zahl von Tagen verschoben (höchstens 182, vor oder zurück), auch Datumsangaben in Antworten. Abstände innerhalb einer Person stimmen; Jahreszeiten und Abstände zwischen Personen nicht. Für Abstände zur Aufnahme gibt es `days_since_admission`.';
const notShifted = 'Die Daten (Kalendertage) sind die wirklichen.';

function demonstrationNote({ demonstrations }: ReadmeFacts): string {
  if (demonstrations.length === 0) return '';
  return `
- **Demonstration**: ${demonstrations.join(', ')}. Wortlaut, Parameter, Normen und Grenzwerte dieser Instrumente sind erfunden und
  an keiner Stichprobe geprüft. Ihre Werte sind keine Messungen; bitte zitieren Sie sie nicht (Spalte \`status\`;
  auch in der Bezeichnung jeder ihrer Variablen).`;
}

function sameId({ project, dates }: ReadmeFacts): string {
  if (project === undefined)
    return `Dieselbe
Person hat in jedem Export ohne Projekt dieselbe \`study_id\``;
  const kind = dates === 'shifted' ? 'verschobenen' : 'wirklichen';
  return `Dieselbe
Person hat in jedem Export für dasselbe Projekt mit ${kind} Daten dieselbe \`study_id\`, in anderen Exporten eine andere`;
}

const codes = Object.values(researchMissingCodes)
  .map(({ value, label }) => `\`${value}\` ${label}`)
  .join(', ');

/** LIESMICH.md of an export. */
export function researchReadme(facts: ReadmeFacts): string {
  const {
    product,
    clinicianClusters,
    dates,
    freeText,
    clinicNames,
    hasTables,
    consent,
    withdrawn,
    withoutConsent,
    files,
    programs,
  } = facts;
  return `# Forschungsdaten aus ${product}

Die Daten sind **pseudonym, nicht anonym**: Wer den Schlüssel der Installation hat oder eine Person gut kennt, kann sie
wiedererkennen. Behandeln Sie sie wie Gesundheitsdaten (Art. 9 DSGVO) und geben Sie sie nur mit Rechtsgrundlage weiter.

## Umfang

- ${period(facts)}
- Nicht enthalten: ${withdrawn} Personen, die ihre Einwilligung in die Studie widerrufen haben.${
    consent === 'asked'
      ? `\n- Nicht enthalten: ${withoutConsent} Personen, die nicht eingewilligt haben.`
      : ''
  }
- ${dates === 'shifted' ? shifted : notShifted}
- ${
    freeText === 'included'
      ? 'Freitexte sind enthalten. Sie können Namen, Orte und Tage nennen: bitte vor jeder Weitergabe durchsehen.'
      : 'Freitexte sind nicht enthalten.'
  } E-Mail-Adressen sind nie enthalten.
- Kliniken stehen ${clinicNames === 'shown' ? 'mit ihrem Namen' : 'unter einem Pseudonym'}. Behandelnde sind ${
    clinicianClusters === 'given'
      ? 'nicht genannt: `treatment_cluster` sagt nur, welche Personen von demselben Menschen behandelt werden, und ist in Kliniken mit weniger als zehn Behandelnden leer. Es ist für Mehrebenenmodelle da; bitte vergleichen Sie keine Behandelnden.'
      : 'nicht enthalten.'
  }

## Kennungen

\`study_id\`, \`session_id\`, \`clinic\` und \`systems\` sind aus einem geheimen Schlüssel dieser Installation abgeleitet. ${sameId(facts)}; der Patientencode lässt sich daraus nicht zurückrechnen. Menschen, die sich eine
System-ID teilen (Paare, Familien), haben dasselbe Pseudonym in \`systems\`. Das Geburtsdatum ist durch das Alter in
vollendeten Jahren ersetzt, ab 90 durch 90.

## Welche Befragungen

- **Begonnene, nicht beendete** Befragungen sind enthalten (\`finished\` = 0), mit den Antworten bis dahin und ohne Skalenwerte.
- **Losgelöste** Befragungen (\`in_window\` = 0) liegen nach einer Änderung von Aufnahme oder Entlassung in keinem
  Erhebungszeitraum ihrer Art mehr. Sie bleiben in den Daten; \`ordinal\` und die Tage des Zeitraums sind dann leer. Entscheiden
  Sie je nach Fragestellung, ob sie zählen.
- **Abgelöste Instrumente**: Jede Befragung behält die Version, mit der sie begonnen wurde. Ein Item, das in zwei Versionen
  gleich gefragt wird, ist eine Variable; ein geändertes ist eine eigene, mit der Version im Namen (\`…_v1_1_0\`). Das Codebuch
  nennt die Versionen und ob eine davon noch in Kraft ist. Skalenwerte verschiedener Versionen stehen in einer Spalte: Prüfen
  Sie mit den Spalten \`version_…\`, ob sie vergleichbar sind.
- **Richtung der Werte**: \`answers.csv\` und die breiten Dateien enthalten den Wert der gewählten Option, nie umgepolt. Welche Items
  eine Skala umpolt, sagen \`turned\` in \`items.csv\` und \`reversed_items\` in \`scales.csv\`.
- **Fehlende Antworten**: In den breiten Dateien steht bei Zahlen und gewählten Antworten ein Code: ${codes}. Bei Texten und Daten
  bleibt die Zelle leer. \`read.R\` macht die Codes zu \`NA\` und nennt den Grund in einem Faktor mit der Endung \`.na\`; \`read.sps\`
  erklärt sie als fehlend. **Rechnen Sie nie mit diesen Zahlen.** „Möchte ich nicht sagen“ steht in \`answers.csv\` als \`declined\`, „Trifft nicht zu“ als \`not_applicable\`, „nicht gefragt“ als \`not_asked\`.${demonstrationNote(facts)}
- Bei **adaptiven Skalen** sieht jede Person nur einige Items der Bank; die übrigen Zellen haben den Code
  −98. \`trace.csv\` nennt Theta und Standardfehler nach jeder Antwort und warum der Test endete.

## Dateien

${files.map(({ file, title }) => `- \`${file}\`: ${title}`).join('\n')}
- \`manifest.json\`: Zeilen, Größe und SHA-256 jeder Datei
${hasTables ? csvNote(programs) : ''}`;
}

const csvNote = (programs: readonly string[]) => `
## CSV

UTF-8 ohne BOM, Komma, Punkt als Dezimalzeichen, Zeilenende CRLF (RFC 4180). Leere Zellen sind fehlende Werte; warum, sagt das
Codebuch. Ein Text, den eine Tabellenkalkulation als Formel ausführen würde (Beginn mit \`=\`, \`+\`, \`-\`, \`@\`, Tabulator), hat ein
Apostroph davor; Zahlen nie. Zeilenumbrüche in Texten stehen als \`␤\`. \`read.R\` macht beides rückgängig.

- **R**: \`source("read.R", encoding = "UTF-8", chdir = TRUE)\` liest jede Datei in einen Data Frame. Kodierte Zahlen behalten
  ihren Wert und haben daneben einen Faktor mit der Endung \`.f\`.
- **SPSS** und **PSPP**: Alle Dateien auf einmal liest \`read.sps\`: Ordner mit \`CD\` wählen, dann \`INSERT FILE='read.sps'.\`
${programs.map((line) => `- ${line}\n`).join('')}- Tabellenkalkulationen: über „Daten aus Text/CSV“ mit UTF-8 und Komma öffnen, nicht per Doppelklick.
`;
