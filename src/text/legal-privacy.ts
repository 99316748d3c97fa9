import type { PublicConfig } from '../contract/config.ts';
import type { LegalSection } from './legal.ts';

export const privacyText = {
  title: 'Datenschutz',
  lead: 'Ihre Antworten sind vertraulich. Hier lesen Sie, welche Daten verarbeitet werden, wofür, und welche Rechte Sie haben.',
} as const;

/** The privacy information (Art. 13 GDPR), filled with the configured operator. */
export function privacySections(config: PublicConfig): readonly LegalSection[] {
  return [...whoAndWhat(config), ...whyAndHow(config), ...rights(config)];
}

function whoAndWhat({ operator }: PublicConfig): readonly LegalSection[] {
  return [
    {
      title: 'Wer verantwortlich ist',
      paragraphs: [
        'Verantwortlich für Ihre Behandlung und die Daten daraus ist Ihre Klinik. Den technischen Betrieb dieser Anwendung übernimmt im Auftrag der Klinik:',
      ],
      lines: [operator.name, ...operator.address, `E-Mail: ${operator.email}`],
    },
    {
      title: 'Datenschutzbeauftragte Person',
      paragraphs: [`Sie erreichen sie unter ${operator.data_protection_officer}.`],
    },
    {
      title: 'Was „Pseudonym“ bedeutet',
      paragraphs: [
        'In dieser Anwendung steht nicht Ihr Name, sondern eine ID. Sie ist ein Pseudonym: Nur Ihre Klinik weiß, welche Person zu welcher ID gehört. Wer für die Forschung mit den Daten arbeitet, sieht weder Namen noch Geburtsdatum.',
        'Pseudonyme Daten sind weiterhin personenbezogene Daten. Sie sind durch das Gesetz geschützt, und Sie behalten alle Ihre Rechte.',
      ],
    },
    {
      title: 'Welche Daten wir verarbeiten',
      list: [
        'Angaben zur Person: ID, Geburtsdatum, Geschlecht, Aufnahme- und Entlassdatum, Diagnosen, zuständige Mitarbeitende, System-ID.',
        'Ihre Antworten in den Fragebögen, die daraus berechneten Werte und die Berichte.',
        'Ihre E-Mail-Adresse, wenn Sie freiwillig eine angeben: verschlüsselt, getrennt von Ihren Antworten und nur für Einladungen und Erinnerungen. Jede E-Mail enthält einen Link zum Abmelden; nach der letzten Befragung wird die Adresse gelöscht.',
        'Zu jeder Anmeldung den Namen von Browser und Betriebssystem, zum Beispiel „Firefox unter Android“, damit Sie Ihre angemeldeten Geräte wiedererkennen.',
        'Protokolle über Anmeldungen und Zugriffe, damit nachvollziehbar ist, wer welche Daten gesehen oder geändert hat.',
      ],
    },
  ];
}

function whyAndHow({ product_name }: PublicConfig): readonly LegalSection[] {
  return [
    {
      title: 'Wofür wir sie verarbeiten',
      list: [
        'damit Ihre Behandelnden sehen, wie es Ihnen geht, und die Therapie darauf abstimmen können,',
        'zur Qualitätssicherung der Klinik,',
        'für die wissenschaftliche Forschung, wenn Sie eingewilligt haben.',
      ],
    },
    {
      title: 'Rechtsgrundlagen',
      paragraphs: [
        'Behandlung und Qualitätssicherung: Art. 9 Abs. 2 Buchst. h und Art. 6 Abs. 1 Buchst. b und c DSGVO. Forschung und E-Mail-Adresse: Ihre Einwilligung nach Art. 6 Abs. 1 Buchst. a und Art. 9 Abs. 2 Buchst. a DSGVO. Die Teilnahme ist freiwillig. Sie können Ihre Einwilligung jederzeit für die Zukunft widerrufen; Ihre Behandlung hängt nicht davon ab.',
      ],
    },
    {
      title: 'Wer die Daten sieht',
      paragraphs: [
        'Die Mitarbeitenden, denen Sie in Ihrer Klinik zugewiesen sind, sehen Ihre Angaben und Ergebnisse. Geben Sie in einer Befragung an, nicht mehr leben zu wollen, während diese Person abwesend ist, kann auch ihre Vertretung sie sehen. Der Klinik-Admin verwaltet Angaben zur Person, sieht aber keine Ergebnisse und keine Berichte. Andere Kliniken sehen nichts davon. Eine Übermittlung in Länder außerhalb der EU findet nicht statt.',
      ],
    },
    {
      title: 'Cookies und Browser',
      paragraphs: [
        `${product_name} verwendet nur Cookies, die für die Anmeldung technisch notwendig sind, und drei, die Ihre Wahl der Klinik bei der Anmeldung, der hellen oder dunklen Darstellung und der Schriftgröße behalten (§ 25 Abs. 2 TDDDG). Ihre ID und Ihr Geburtsdatum werden auf dem Gerät nicht behalten. Es gibt keine Werbung, keine Auswertung Ihres Verhaltens und keine eingebetteten Inhalte fremder Anbieter. Ihre Antworten werden nicht im Browser gespeichert.`,
      ],
    },
    {
      title: 'Wie lange wir sie speichern',
      paragraphs: [
        'So lange, wie es für die Behandlung, die Aufbewahrungspflichten der Klinik und die Studie nötig ist. Danach werden die Daten gelöscht. Die Fristen Ihrer Klinik erfahren Sie dort.',
      ],
    },
    {
      title: 'Wie wir sie schützen',
      paragraphs: [
        'Die Übertragung ist verschlüsselt. Geburtsdaten, E-Mail-Adressen und freie Texte liegen zusätzlich verschlüsselt in der Datenbank. Zugriffe werden protokolliert. Ihr Geburtsdatum dient als Passwort: Geben Sie Ihre ID deshalb nicht weiter und melden Sie sich an gemeinsam genutzten Geräten immer ab.',
      ],
    },
  ];
}

function rights({ operator }: PublicConfig): readonly LegalSection[] {
  return [
    {
      title: 'Ihre Rechte',
      paragraphs: [
        'Wenden Sie sich dafür an Ihre Klinik oder an die datenschutzbeauftragte Person. Sie haben das Recht auf',
      ],
      list: [
        'Auskunft über Ihre Daten und eine Kopie davon (Art. 15 DSGVO),',
        'Berichtigung (Art. 16), Löschung (Art. 17) und Einschränkung der Verarbeitung (Art. 18),',
        'Übertragbarkeit Ihrer Daten (Art. 20),',
        'Widerspruch (Art. 21) und Widerruf einer Einwilligung (Art. 7 Abs. 3).',
      ],
    },
    {
      title: 'Beschwerde',
      paragraphs: [
        'Sie können sich bei der Datenschutzaufsichtsbehörde Ihres Bundeslandes beschweren oder bei der Behörde, die für den Sitz Ihrer Klinik zuständig ist.',
      ],
    },
    {
      title: 'Fragen',
      paragraphs: [`Schreiben Sie an ${operator.data_protection_officer} oder fragen Sie in Ihrer Klinik.`],
    },
  ];
}
