/** The titles of the FHIR files of an export, by the type of their resources. */
export const fhirFileText = {
  Patient: 'FHIR R4, je Zeile eine Person (nur Studien-ID, Geschlecht und Klinik)',
  Organization: 'FHIR R4, je Zeile eine Klinik',
  Questionnaire: 'FHIR R4, je Zeile ein Instrument in einer Version',
  QuestionnaireResponse: 'FHIR R4, je Zeile die Antworten einer Befragung zu einem Instrument',
  Observation: 'FHIR R4, je Zeile ein Skalenwert',
  Bundle:
    'FHIR R4, je Zeile eine Person mit allem als Transaction-Bundle zum Laden in einen FHIR-Server (nach Organization und Questionnaire)',
} as const;

/** The labels of answers that a draft of a sidecar proposes. */
export const sidecarLabels = { boolean_labels: ['Ja', 'Nein'], other_label: 'Anderes' } satisfies {
  boolean_labels: [string, string];
  other_label: string;
};
