import type { UserType } from '../contract/accounts.ts';

/** The information pages (product 2.8) with the documents for each user type. */
export const informationText = {
  title: 'Informationen',
  tabs: 'Informationen für',
  tab: {
    patient: 'Patient*innen',
    clinician: 'Mitarbeitende',
    admin: 'Klinik-Admins',
  } satisfies Record<UserType, string>,
  asPdf: 'Herunterladen (PDF)',
  asHtml: 'Online lesen',
  faqTitle: 'Häufige Fragen',
  faqLead: 'Antworten auf Fragen, die oft gestellt werden.',
  faq: 'Häufige Fragen (FAQ) öffnen',
  documentationTitle: 'Dokumentation',
  documentationLead: 'Die ausführliche Dokumentation der Plattform.',
  documentation: 'Dokumentation öffnen',
} as const;

export type InformationDocument = { readonly name: string; readonly title: string; readonly lead: string };

/** The documents of each tab. `name` is the name of the file. */
export const informationDocuments = {
  patient: [
    {
      name: 'anleitung-patienten',
      title: 'Anleitung',
      lead: 'Anmelden, Befragungen ausfüllen und Berichte ansehen, Schritt für Schritt.',
    },
    {
      name: 'studieninformation',
      title: 'Informationen zur Studie',
      lead: 'Worum es geht, wie die Befragungen ablaufen und was mit Ihren Angaben geschieht.',
    },
  ],
  clinician: [
    {
      name: 'anleitung-mitarbeitende',
      title: 'Anleitung für Mitarbeitende',
      lead: 'Patient*innen registrieren, Befragungen verfolgen und Berichte lesen.',
    },
    {
      name: 'suizidalitaet-mitarbeitende',
      title: 'Hinweis auf Suizidalität',
      lead: 'Wie Sie davon erfahren, was Sie tun, wie Sie bestätigen und wer Sie vertritt.',
    },
    {
      name: 'schulungsfolien',
      title: 'Schulungsfolien',
      lead: 'Folien für eine Schulung des Teams, auch zum Nachlesen.',
    },
    {
      name: 'testmanual',
      title: 'Testmanual',
      lead: 'Zweck, Fragen, Auswertung, Normen und Quellen aller Instrumente.',
    },
  ],
  admin: [
    {
      name: 'anleitung-admins',
      title: 'Anleitung für Klinik-Admins',
      lead: 'Konten und Patient*innen verwalten, importieren und den Rücklauf ansehen.',
    },
    {
      name: 'suizidalitaet-admins',
      title: 'Hinweis auf Suizidalität: Aufgaben der Klinik-Administration',
      lead: 'Hilfe in einer Krise, Bereitschaftsadresse, Fristen und Vertretungen; was vor dem Start zu klären ist.',
    },
    {
      name: 'implementierungshandbuch',
      title: 'Implementierungshandbuch',
      lead: 'Die Einführung in einer Klinik planen: Rollen, Vorbereitung, acht Wochen, Alltag.',
    },
  ],
} as const satisfies Record<UserType, readonly InformationDocument[]>;
