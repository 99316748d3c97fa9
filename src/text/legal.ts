import type { PublicConfig } from '../contract/config.ts';
import { SUPPORTED_BROWSERS } from '../domain/supported-browsers.ts';
import { browsersText } from './browsers.ts';

/** One part of a legal page. Paragraphs have a gap between them, lines have none. */
export type LegalSection = {
  title: string;
  lines?: readonly string[];
  paragraphs?: readonly string[];
  list?: readonly string[];
};

export const legalText = {
  imprint: 'Impressum',
  contact: 'Kontakt',
  contactLead:
    'Wir helfen Ihnen gern weiter. Bitte schicken Sie uns keine Angaben zu Ihrer Gesundheit per E-Mail.',
  whoToAsk: 'An wen Sie sich wenden können',
  forPatients: 'Für Patient*innen',
  forClinicians: 'Für Mitarbeitende',
  forOthers: 'Für alle anderen',
  operator: 'Betreiber',
  faq: 'Häufige Fragen (FAQ)',
  version: (version: string) => `Version der Anwendung: ${version}`,
  emergency: 'Im Notfall',
  emergencyText:
    'Diese Anwendung wird nicht ständig von einer Person gelesen. Bitte warten Sie hier nicht auf eine Antwort.',
  phone: 'Telefon:',
  email: 'E-Mail:',
} as const;

/** The imprint, filled with the configured operator. */
export function imprintSections({ operator, product_name }: PublicConfig): readonly LegalSection[] {
  return [
    {
      title: 'Angaben gemäß § 5 DDG',
      paragraphs: [`${product_name} wird betrieben von:`],
      lines: [operator.name, ...operator.address],
    },
    { title: 'Vertreten durch', lines: [operator.represented_by] },
    {
      title: 'Kontakt',
      lines: [`Telefon: ${operator.phone}`, `E-Mail: ${operator.email}`],
    },
    {
      title: 'Verantwortlich für den Inhalt',
      lines: [`${operator.represented_by}, Anschrift wie oben`],
    },
    {
      title: 'Sicherheitslücken melden',
      paragraphs: [
        `Wenn Ihnen eine Schwachstelle auffällt, schreiben Sie uns bitte an ${operator.security_email}. Bitte veröffentlichen Sie nichts, bevor wir die Lücke schließen konnten.`,
      ],
    },
    {
      title: 'Streitbeilegung',
      paragraphs: [
        'Wir sind nicht verpflichtet und nicht bereit, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.',
      ],
    },
    {
      title: 'Haftung für Links',
      paragraphs: [
        'Diese Seiten enthalten Links zu anderen Websites. Für deren Inhalte sind ihre Betreiber verantwortlich. Beim Setzen der Links waren keine Rechtsverstöße erkennbar.',
      ],
    },
  ];
}

export const accessibilityText = {
  title: 'Erklärung zur Barrierefreiheit',
  lead: (product: string) =>
    `Wir möchten, dass alle Menschen ${product} nutzen können, auch mit Screenreader, Tastatur, Vergrößerung oder Spracheingabe.`,
} as const;

/** The accessibility of the application, and the contact for reporting a barrier. */
export function accessibilitySections({ operator, support_email }: PublicConfig): readonly LegalSection[] {
  return [
    {
      title: 'Was wir anstreben',
      paragraphs: [
        'Maßstab sind die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA, und die europäische Norm EN 301 549. Wir prüfen die Anwendung bei jeder Änderung mit automatischen Verfahren. Diese finden nicht alles; eine Prüfung durch eine unabhängige Stelle hat noch nicht stattgefunden.',
      ],
    },
    {
      title: 'Was Sie erwarten können',
      list: [
        'Alle Funktionen lassen sich mit der Tastatur bedienen, und der Fokus ist immer sichtbar.',
        'Schrift lässt sich auf 200 % vergrößern; die Seiten passen sich an schmale Bildschirme ab 320 Pixeln an.',
        'Farbe ist nie der einzige Hinweis. Diagramme haben eine Beschreibung in Worten.',
        'Es gibt eine helle und eine dunkle Darstellung. Einstellungen des Systems für Kontrast und weniger Bewegung werden beachtet.',
        'Vor dem automatischen Abmelden werden Sie gewarnt und können eingeloggt bleiben.',
      ],
    },
    {
      title: 'Welche Browser Sie nutzen können',
      list: [
        `Für Patient*innen: ${browsersText(SUPPORTED_BROWSERS.patients)}.`,
        `Für Mitarbeitende und Klinik-Admins: ${browsersText(SUPPORTED_BROWSERS.staff)}.`,
      ],
    },
    {
      title: 'Bekannte Einschränkungen',
      list: [
        'Große Tabellen für Mitarbeitende sind für Bildschirme ab Tablet-Größe gemacht.',
        'Die Texte sind nicht in Leichter Sprache und nicht in Deutscher Gebärdensprache verfügbar.',
      ],
    },
    {
      title: 'Barrieren melden',
      paragraphs: [
        `Wenn Sie auf eine Barriere stoßen, schreiben Sie uns bitte an ${support_email} oder rufen Sie uns an: ${operator.phone}. Wir antworten so bald wie möglich und suchen gemeinsam mit Ihnen einen Weg.`,
      ],
    },
    {
      title: 'Schlichtung',
      paragraphs: [
        'Wenn Sie mit unserer Antwort nicht zufrieden sind, können Sie sich an die für Ihr Bundesland zuständige Überwachungs- oder Durchsetzungsstelle für Barrierefreiheit wenden. Das Verfahren ist für Sie kostenlos.',
      ],
    },
  ];
}
