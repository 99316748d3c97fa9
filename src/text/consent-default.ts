import type { ConsentInForce } from '../contract/consent.ts';

/**
 * The default consent of a clinic. The configuration replaces it by the text from its ethics committee. A changed word
 * is a new version. All patients are asked again, unless the text stays the same in meaning. It therefore
 * contains no value that may change by itself.
 */
export const defaultConsent: ConsentInForce = {
  version: '1.1',
  // 1.0 had another word for the clinic.
  same_as: ['1.0'],
  title: 'Einwilligung in die Teilnahme an der Studie',
  sections: [...study(), ...rights()],
  agreement:
    'Ich habe diese Informationen gelesen und willige ein, dass meine Angaben einschließlich der Angaben zu meiner Gesundheit wie beschrieben gespeichert und für die Studie ausgewertet werden. Ich weiß, dass die Teilnahme freiwillig ist und dass ich meine Einwilligung jederzeit widerrufen kann.',
};

function study(): ConsentInForce['sections'] {
  return [
    {
      title: 'Worum es geht',
      paragraphs: [
        'Während Ihrer Psychotherapie und in der Zeit danach bitten wir Sie zu festgelegten Zeitpunkten, kurze Fragebögen zu beantworten. Untersucht wird, wie sich Beschwerden, Beziehungen und Lebensqualität verändern. Ihre Behandelnden sehen Ihre Ergebnisse und können sie mit Ihnen besprechen.',
      ],
      list: [],
    },
    {
      title: 'Was gespeichert wird',
      paragraphs: [],
      list: [
        'Ihre Antworten in den Fragebögen, die Zeitpunkte und die Werte, die daraus berechnet werden,',
        'was Ihre Klinik eingetragen hat: ID, Geburtsdatum, Geschlecht, Diagnosen, Beginn und Ende der Behandlung,',
        'Ihre E-Mail-Adresse, wenn Sie freiwillig eine angeben: verschlüsselt, getrennt von Ihren Antworten und nur für Einladungen und Erinnerungen,',
        'wann Sie welcher Fassung dieser Einwilligung zugestimmt oder sie widerrufen haben.',
      ],
    },
    {
      title: 'Pseudonym',
      paragraphs: [
        'In dieser Anwendung steht nicht Ihr Name, sondern eine ID. Nur Ihre Klinik weiß, welche Person zu welcher ID gehört.',
      ],
      list: [],
    },
    {
      title: 'Wer Ihre Daten sieht',
      paragraphs: [
        'Die Mitarbeitenden, denen Sie in Ihrer Klinik zugewiesen sind, sehen Ihre Angaben und Ergebnisse. Wer die Klinik verwaltet, sieht keine Antworten und keine Berichte. Für die Forschung werden Ihre Daten ohne ID, ohne Geburtsdatum und ohne freie Texte weitergegeben.',
      ],
      list: [],
    },
  ];
}

function rights(): ConsentInForce['sections'] {
  return [
    {
      title: 'Freiwillig',
      paragraphs: [
        'Die Teilnahme ist freiwillig. Wenn Sie nicht teilnehmen oder später aufhören, haben Sie davon keinen Nachteil in Ihrer Behandlung. Sie dürfen jede Befragung unterbrechen.',
      ],
      list: [],
    },
    {
      title: 'Widerruf',
      paragraphs: [
        'Sie können Ihre Einwilligung jederzeit und ohne Begründung widerrufen: in Ihrer Übersicht unter „Profil“ oder in Ihrer Klinik. Sie werden dann nicht mehr befragt und nicht mehr angeschrieben, und Ihre Daten werden nicht mehr für die Forschung weitergegeben. Was bis dahin ausgewertet wurde, bleibt rechtmäßig.',
        'Ihre bisherigen Antworten und Berichte bleiben in Ihrer Klinik für Ihre Behandlung gespeichert. Wenn sie gelöscht werden sollen, wenden Sie sich bitte an Ihre Klinik.',
      ],
      list: [],
    },
    {
      title: 'Ihre Rechte und Ansprechpersonen',
      paragraphs: [
        'Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Beschwerde bei einer Aufsichtsbehörde. Fragen zur Studie beantwortet Ihre Klinik; ihre Kontaktdaten stehen in Ihrer Übersicht unter „Ambulanz“. Wer für den Datenschutz zuständig ist, steht auf der Seite „Datenschutz“.',
      ],
      list: [],
    },
  ];
}
