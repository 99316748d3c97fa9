// oxlint-disable max-lines -- one table of texts, without a line of logic
/** The explanation of one table in an access export. `fields` names every column of the table. */
export type Explanation = { meaning: string; fields: Record<string, string> };

/** Replaces the note that a clinician wrote to an acknowledgement. */
export const STAFF_NOTE =
  'Arbeitsnotiz der behandelnden Person; sie ist Teil der Behandlungsakte und wird hier nicht herausgegeben';

/** Replaces values that are never exported, because they would allow a login as the patient. */
export const SECRET = 'Geheimnis der Anmeldung; wird nicht herausgegeben';

export const accessTexts = {
  title: 'Auskunft über gespeicherte personenbezogene Daten (Art. 15 DSGVO)',
  notes: [
    'Diese Datei enthält alles, was diese Anwendung zu der genannten ID gespeichert hat, entschlüsselt und mit Erklärung jedes Feldes.',
    'Gespeichert wird unter einer ID statt unter einem Namen. Welche Person zu welcher ID gehört, weiß nur die Klinik.',
    'Nicht enthalten sind Zähler fehlgeschlagener Anmeldungen: Sie bestehen aus Prüfwerten, die keiner Person zugeordnet werden können, und werden nach 25 Stunden gelöscht. Antworten auf wiederholte Anfragen werden höchstens zehn Minuten lang verschlüsselt aufbewahrt.',
    'Daten in Sicherungskopien sind dieselben wie hier, in einem älteren Stand.',
  ],
} as const;

const clinic = 'Kennung der Klinik';
const patient = 'Kennung der Patientin oder des Patienten';
const session = 'Kennung der Befragung (siehe survey_sessions)';

/** Every table with rows of patients. A test compares it with the database. */
export const explanations: Record<string, Explanation> = {
  patients: {
    meaning: 'Stammdaten, eingetragen von der Klinik',
    fields: {
      clinic_id: clinic,
      id: patient,
      code: 'ID, mit der Sie sich anmelden',
      code_key: 'dieselbe ID in einheitlicher Schreibweise, um sie wiederzufinden',
      clinician_id: 'Kennung der behandelnden Person',
      gender: 'Geschlecht: FEMALE weiblich, MALE männlich, DIVERSE divers',
      admission: 'Beginn der Behandlung',
      discharge: 'Ende der Behandlung; leer, solange es offen ist',
      birth_date: 'Geburtsdatum (verschlüsselt gespeichert)',
      secret_hash: 'Prüfwert des Geburtsdatums für die Anmeldung',
      created: 'Zeitpunkt der Registrierung',
      labels:
        'Kennzeichen mit Art und Wert: CLUSTER System-ID, THERAPY_END_REASON Grund des Therapieendes, THERAPY_END_SESSION_COUNT Zahl der Sitzungen',
      diagnosis_ids: 'Schlüssel der Diagnosen nach ICD-10',
      diagnoses: 'Bezeichnungen der Diagnosen',
      edits: 'Wann und von welchem Konto jede dieser Angaben zuletzt geändert wurde, ohne den früheren Wert',
    },
  },
  patient_data_keys: {
    meaning: 'Schlüssel, unter dem Ihre Daten in Sicherungskopien liegen; mit ihm werden sie dort gelöscht',
    fields: {
      clinic_id: clinic,
      patient_id: patient,
      key_encrypted: 'Schlüssel',
      created: 'Zeitpunkt der Erzeugung',
    },
  },
  study_consents: {
    meaning: 'Einwilligungen in die Studie',
    fields: {
      clinic_id: clinic,
      patient_id: patient,
      version: 'Fassung des Textes, dem zugestimmt wurde',
      given_at: 'Zeitpunkt der Zustimmung',
      withdrawn_at: 'Zeitpunkt des Widerrufs',
    },
  },
  sharing_answers: {
    meaning:
      'Ob Ihre Ergebnisse in gemeinsamen Gesprächen neben denen Ihrer Angehörigen gezeigt werden dürfen',
    fields: {
      clinic_id: clinic,
      patient_id: patient,
      allowed: 'ob Sie zugestimmt haben',
      answered_at: 'Zeitpunkt Ihrer Antwort',
    },
  },
  survey_windows: {
    meaning: 'Zeiträume, in denen Befragungen vorgesehen sind',
    fields: {
      clinic_id: clinic,
      id: 'Kennung des Zeitraums',
      patient_id: patient,
      type: 'Messzeitpunkt: PRE zu Beginn, INTERMEDIATE im Verlauf, POST am Ende, FOLLOW_UP Nachsorge',
      ordinal: 'Nummer unter gleichartigen Messzeitpunkten',
      start_date: 'erster Tag',
      end_date: 'letzter Tag',
      label: 'Bezeichnung',
    },
  },
  survey_sessions: {
    meaning: 'Befragungen, die begonnen wurden',
    fields: {
      clinic_id: clinic,
      id: session,
      patient_id: patient,
      window_id: 'Kennung des Zeitraums (siehe survey_windows)',
      window_type: 'Messzeitpunkt',
      window_label: 'Bezeichnung des Messzeitpunkts',
      protocol_id: 'Ablaufplan der Befragungen',
      protocol_version: 'Fassung des Ablaufplans',
      instruments: 'Fragebögen mit ihrer Fassung',
      seed: 'Zufallszahl, die Reihenfolgen bestimmt',
      started_at: 'begonnen',
      updated_at: 'zuletzt beantwortet',
      finished_at: 'abgeschlossen',
      report_viewed_at: 'Zeitpunkt, zu dem die behandelnde Person das Ergebnis zum ersten Mal angesehen hat',
      condition_severity:
        'Einordnung der Belastung: LOW niedrig, MEDIUM mittel, HIGH hoch, UNKNOWN unbekannt',
      page_count: 'Zahl der beantworteten Seiten',
      shows_help: 'ob die Startseite danach Hilfe in einer Krise gezeigt hat',
      symptom_change:
        'Veränderung der Beschwerden seit der Befragung davor: worse schlechter, better besser, none nicht gezeigt',
    },
  },
  survey_pages: {
    meaning: 'Seiten, die beantwortet wurden',
    fields: {
      clinic_id: clinic,
      session_id: session,
      number: 'Nummer der Seite',
      answered_at: 'Zeitpunkt der Antwort',
      time_taken: 'Dauer in Sekunden',
    },
  },
  answers: {
    meaning: 'Antworten',
    fields: {
      clinic_id: clinic,
      session_id: session,
      item_id: 'Kennung der Frage',
      question: 'Wortlaut der Frage',
      page_number: 'Nummer der Seite',
      position: 'Stelle auf der Seite',
      item_type: 'Art der Frage',
      value: 'Wert der Antwort',
      label: 'Wortlaut der Antwort',
      text: 'frei eingegebener Text (verschlüsselt gespeichert); bei einer E-Mail-Adresse nur ein Prüfwert, die Adresse steht in mail_addresses',
      time_taken: 'Dauer in Sekunden',
      answered_after: 'Sekunden vom Erscheinen der Seite bis zur letzten Eingabe bei dieser Frage',
    },
  },
  crisis_events: {
    meaning: 'Hinweise an die behandelnde Person, weil eine Antwort auf eine Gefahr hindeuten kann',
    fields: {
      clinic_id: clinic,
      id: 'Kennung des Hinweises',
      patient_id: patient,
      session_id: session,
      instrument_id: 'Fragebogen',
      instrument_version: 'Fassung des Fragebogens',
      item_id: 'Kennung der Frage',
      question: 'Wortlaut der Frage',
      level: 'Stufe: notice Hinweis, urgent dringend',
      answer: 'Wortlaut der Antwort (verschlüsselt gespeichert)',
      raised_at: 'Zeitpunkt der Antwort',
      acknowledged_at: 'Zeitpunkt, zu dem jemand aus der Klinik den Hinweis zur Kenntnis genommen hat',
      acknowledged_by: 'Kennung der Person, die ihn zur Kenntnis genommen hat',
      done: 'was sie getan hat: talked Gespräch geführt, assessed Suizidalität abgeklärt, handed_over an Vertretung übergeben, mistake Fehlangabe, other anderes',
      note_encrypted: 'ihre Arbeitsnotiz dazu; sie wird hier nicht herausgegeben',
      handed_to: 'Kennung der Person, an die der Hinweis übergeben wurde',
      handed_by: 'Kennung der Person, die ihn übergeben hat',
      handed_at: 'Zeitpunkt der Übergabe',
      handed_note_encrypted: 'Arbeitsnotiz zur Übergabe; sie wird hier nicht herausgegeben',
      again_on: 'Tag, an dem der Hinweis wieder vorgelegt wird',
      postponed_by: 'Kennung der Person, die ihn auf diesen Tag gelegt hat',
      postponed_at: 'Zeitpunkt, zu dem sie das getan hat',
      postponed_note_encrypted: 'Arbeitsnotiz dazu; sie wird hier nicht herausgegeben',
      standing_of: 'Kennung der behandelnden Person, für die Übergabe und Wiedervorlage gelten',
    },
  },
  course_signals: {
    meaning: 'Vergleiche Ihres Verlaufs mit dem erwarteten Verlauf, der Forschung wegen: wo er davon abwich',
    fields: {
      clinic_id: clinic,
      id: 'Kennung',
      patient_id: patient,
      session_id: session,
      instrument_id: 'Fragebogen',
      scale: 'Skala',
      model_version: 'Fassung des erwarteten Verlaufs',
      unexpected: 'Wahrscheinlichkeit, dass es Ihnen schlechter ging als erwartet',
      worsening: 'Wahrscheinlichkeit, dass es Ihnen am Ende verlässlich schlechter geht',
      recovery: 'Wahrscheinlichkeit, dass es Ihnen am Ende verlässlich besser geht',
      raised_at: 'Zeitpunkt des Vergleichs',
      acknowledged_at: 'Zeitpunkt, zu dem jemand aus der Klinik das zur Kenntnis genommen hat',
      acknowledged_by: 'Kennung dieser Person',
      done: 'was sie getan hat: discussed besprochen, supervision in Supervision, not_applicable nicht zutreffend',
      again_on: 'Tag, an dem das wieder vorgelegt wird',
      postponed_by: 'Kennung der Person, die es auf diesen Tag gelegt hat',
      postponed_at: 'Zeitpunkt, zu dem sie das getan hat',
      postponed_note_encrypted: 'Arbeitsnotiz dazu; sie wird hier nicht herausgegeben',
    },
  },
  crisis_reminders: {
    meaning: 'Nachrichten an die Klinik, dass ein Hinweis noch nicht bestätigt ist; sie nennen Sie nicht',
    fields: {
      clinic_id: clinic,
      id: 'Kennung der Nachricht',
      event_id: 'Kennung des Hinweises (siehe crisis_events)',
      address_hash: 'Prüfwert der Adresse der Person, an die sie ging',
      step: 'an wen: clinician behandelnde Person, deputy ihre Vertretung, duty Bereitschaft der Klinik',
      due: 'fällig',
      attempts: 'Versuche',
      state: 'Stand: waiting wartet, sent gesendet, refused vom Mailserver abgelehnt',
      sent_at: 'gesendet',
    },
  },
  drafts: {
    meaning: 'Angekreuzt, aber noch nicht abgeschickt',
    fields: {
      clinic_id: clinic,
      session_id: session,
      page_number: 'Nummer der Seite',
      answers: 'Antworten (verschlüsselt gespeichert)',
      saved_at: 'Zeitpunkt der Speicherung',
    },
  },
  scores: {
    meaning: 'Werte, die aus den Antworten berechnet wurden',
    fields: {
      clinic_id: clinic,
      session_id: session,
      instrument_id: 'Fragebogen',
      scale: 'Skala',
      instrument_version: 'Fassung des Fragebogens',
      algorithm_version: 'Fassung des Rechenwegs',
      result: 'Ergebnis',
    },
  },
  reports: {
    meaning: 'Ergebnisberichte, wie sie angezeigt wurden',
    fields: {
      clinic_id: clinic,
      session_id: session,
      audience: 'für wen: clinician die behandelnde Person, patient Sie selbst',
      hash: 'Prüfwert des Berichts',
      html: 'der Bericht als Webseite (verschlüsselt gespeichert)',
      versions: 'Fassungen, mit denen er erstellt wurde',
      created: 'Zeitpunkt der Erstellung',
    },
  },
  mail_addresses: {
    meaning: 'E-Mail-Adressen für Einladungen und Erinnerungen',
    fields: {
      clinic_id: clinic,
      patient_id: patient,
      kind: 'Art der Befragungen, zu denen eingeladen wird',
      address: 'E-Mail-Adresse (verschlüsselt gespeichert)',
      created: 'Zeitpunkt der Angabe',
      confirmation_id: 'Kennung der Bestätigung; leer, wenn die Adresse ohne Bestätigung gilt',
    },
  },
  address_confirmations: {
    meaning: 'Fragen per E-Mail, ob eine Adresse stimmt',
    fields: {
      clinic_id: clinic,
      id: 'Kennung der Bestätigung',
      patient_id: patient,
      created: 'gefragt',
      due: 'fällig',
      attempts: 'Versuche',
      state: 'Stand: waiting wartet, sent gesendet, refused vom Mailserver abgelehnt',
      sent_at: 'gesendet',
      confirmed_at: 'bestätigt',
    },
  },
  outbox: {
    meaning: 'Einladungen und Erinnerungen',
    fields: {
      clinic_id: clinic,
      id: 'Kennung der Nachricht',
      patient_id: patient,
      window_type: 'Messzeitpunkt',
      window_ordinal: 'Nummer unter gleichartigen Messzeitpunkten',
      kind: 'Art: invitation Einladung, reminder Erinnerung',
      due: 'fällig',
      attempts: 'Versuche',
      sent_at: 'gesendet',
      state: 'Stand: waiting wartet, sent gesendet, refused vom Mailserver abgelehnt',
    },
  },
  login_sessions: {
    meaning: 'Anmeldungen',
    fields: {
      clinic_id: clinic,
      id: 'Kennung der Anmeldung',
      account_id: 'Kennung des Mitarbeiterkontos; bei Ihnen leer',
      patient_id: patient,
      access_hash: 'Prüfwert des Zugangs',
      access_expires: 'Ende des Zugangs',
      secret: 'Geheimnis, aus dem Zugänge abgeleitet werden',
      key_version: 'Fassung des Schlüssels',
      generation: 'Zahl der Erneuerungen',
      rotated_at: 'zuletzt erneuert',
      created: 'angemeldet',
      idle_expires: 'Ende bei Untätigkeit',
      absolute_expires: 'spätestes Ende',
      ended_at: 'abgemeldet',
      browser: 'Browser, zum Beispiel Firefox',
      system: 'Betriebssystem, zum Beispiel Android',
      at_staff_device: 'ob sich in diesem Browser vorher jemand aus der Klinik angemeldet hatte',
    },
  },
  login_locks: {
    meaning: 'Sperre der Anmeldung nach Fehlversuchen',
    fields: {
      clinic_id: clinic,
      patient_id: patient,
      locked_until: 'bis wann fremde Geräte warten müssen',
      allowed_until: 'bis wann die Klinik ein neues Gerät zugelassen hat',
      allowed_tries: 'Zahl der Versuche seit dieser Zulassung',
    },
  },
  known_devices: {
    meaning: 'Browser, in denen Sie sich angemeldet haben',
    fields: {
      clinic_id: clinic,
      id: 'Prüfwert des Browsers',
      account_id: 'Kennung des Mitarbeiterkontos; bei Ihnen leer',
      patient_id: patient,
      created: 'zum ersten Mal',
      renewed: 'zum letzten Mal',
      renewed_before: 'das Mal davor',
    },
  },
  audit: {
    meaning: 'Protokoll: wer wann worauf zugegriffen hat',
    fields: {
      at: 'Zeitpunkt',
      role: 'Rolle der handelnden Person: patient Sie selbst, clinician behandelnde Person, admin Verwaltung der Klinik, operator Betrieb, system automatisch',
      action: 'Vorgang',
      object_id: 'womit',
      result: 'done geschehen, refused abgelehnt',
      request_id: 'Kennung des Aufrufs',
      address_prefix: 'Anfang der Netzadresse',
      count: 'Anzahl: wie viele gleiche Ablehnungen einer Minute diese Zeile zusammenfasst',
    },
  },
};
