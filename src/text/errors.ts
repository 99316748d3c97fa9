import type { ErrorCode } from '../contract/errors.ts';
import { recordProblemText } from './patient-record.ts';

/** The sentence shown for each refusal of the API. */
export const errorText = {
  invalid_request: 'Die Anfrage enthält ungültige Angaben. Bitte prüfen Sie Ihre Eingaben.',
  invalid_header: 'Die Anfrage ist ungültig. Bitte laden Sie die Seite neu.',
  page_mismatch: 'Diese Antworten gehören nicht zur aktuellen Seite. Die aktuelle Seite wird geladen.',
  csv_not_utf8: 'Die Datei ist nicht UTF-8-kodiert. Bitte speichern Sie sie als CSV UTF-8.',
  credentials_wrong: 'Ihre Anmeldedaten sind fehlerhaft oder Ihr Account wurde noch nicht freigeschaltet.',
  second_factor_required: 'Bitte geben Sie zusätzlich den Code aus Ihrer Authentifizierungs-App ein.',
  second_factor_wrong:
    'Der Code ist nicht richtig oder wurde schon verwendet. Bitte warten Sie auf den nächsten Code und versuchen Sie es erneut.',
  refresh_failed: 'Bitte melden Sie sich erneut an.',
  token_expired: 'Sie sind nicht (mehr) eingeloggt. Bitte loggen Sie sich erneut ein.',
  forbidden: 'Sie haben für diese Seite keine Berechtigung.',
  forged_request:
    'Die Anfrage kam nicht von dieser Seite und wurde abgelehnt. Bitte laden Sie die Seite neu.',
  old_password_wrong: 'Das alte Passwort ist nicht richtig. Ihr Passwort wurde nicht geändert.',
  password_wrong: 'Das Passwort ist nicht richtig.',
  code_wrong:
    'Der Code ist nicht richtig oder wurde schon verwendet. Bitte warten Sie auf den nächsten Code und versuchen Sie es erneut.',
  not_found: 'Der gesuchte Eintrag wurde nicht gefunden.',
  method_not_allowed: 'Diese Anfrage ist hier nicht möglich.',
  csv_has_bom: 'Die Datei darf nicht UTF-8-BOM-kodiert sein. Bitte speichern Sie sie als CSV UTF-8 ohne BOM.',
  request_timeout: 'Die Übertragung hat zu lange gedauert. Bitte versuchen Sie es erneut.',
  page_already_answered:
    'Diese Seite wurde bereits beantwortet, zum Beispiel in einem anderen Fenster. Es gelten die Antworten von dort. Hier geht es mit der nächsten Seite weiter.',
  window_closed:
    'Der Zeitraum dieser Befragung ist abgelaufen. Ihre bisherigen Antworten sind gespeichert. Vielen Dank!',
  consent_required: 'Bitte stimmen Sie zuerst der Teilnahme an der Studie zu.',
  consent_changed:
    'Der Text der Einwilligung wurde inzwischen geändert. Bitte lesen Sie die neue Fassung und entscheiden Sie dann.',
  code_taken: recordProblemText.code_taken,
  username_taken: 'Der Benutzername ist bereits vergeben.',
  clinic_has_admin: 'In dieser Klinik existiert bereits ein Admin.',
  patient_moved:
    'Diese*r Patient*in ist inzwischen jemand anderem zugewiesen. Bitte laden Sie die Liste neu.',
  second_factor_unavailable: 'Ihre Klinik bietet die Zwei-Faktor-Anmeldung nicht an.',
  second_factor_on: 'Die Zwei-Faktor-Anmeldung ist schon eingerichtet.',
  second_factor_off: 'Die Zwei-Faktor-Anmeldung ist nicht eingerichtet.',
  second_factor_expired: 'Die Einrichtung hat zu lange gedauert. Bitte beginnen Sie noch einmal.',
  idempotency_key_reused:
    'Diese Anfrage wurde schon mit anderen Angaben gesendet. Bitte laden Sie die Seite neu.',
  csv_invalid: 'Die Datei enthält Fehler. Bitte prüfen Sie die Datei erneut.',
  already_acknowledged: 'Dieser Hinweis wurde inzwischen schon bestätigt.',
  changed_meanwhile:
    'Diese Angaben wurden inzwischen geändert. Es ist noch nichts gespeichert. Bitte prüfen Sie die neuen Werte und speichern Sie noch einmal.',
  id_taken:
    'Diese Kennung hat schon ein Fragebogen des Betreibers. Bitte wählen Sie eine andere Kennung für Ihren Fragebogen.',
  version_taken:
    'Diese Fassung ist schon veröffentlicht und ändert sich nicht mehr. Bitte geben Sie Ihrer Fassung eine höhere Nummer.',
  already_signed:
    'Sie haben diesen Entwurf schon unterschrieben. Die zweite Unterschrift muss von jemand anderem kommen.',
  already_handed_over:
    'Dieser Hinweis wurde inzwischen übergeben. Nur wer jetzt zuständig ist, kann ihn bestätigen.',
  clinician_disabled: 'Das Konto dieser Person ist deaktiviert. Bitte wählen Sie jemand anderen.',
  patients_assigned:
    'Diesem*r Mitarbeitenden sind noch Patient*innen zugewiesen. Bitte übertragen Sie sie zuerst.',
  too_large: 'Die Anfrage ist zu groß. Eine Datei darf höchstens 5 MB und 10.000 Zeilen haben.',
  unsupported_media_type: 'Dieses Format wird nicht unterstützt.',
  csv_wrong_format: 'Falsches Format: Die Datei muss eine CSV-Datei sein.',
  answers_invalid: 'Einige Antworten fehlen oder sind nicht gültig.',
  form_unreadable:
    'Aus dieser Datei oder Tabelle lässt sich kein Fragebogen lesen. Es wurde nichts übernommen.',
  not_publishable: 'Dieser Entwurf ist noch nicht fertig.',
  protocol_invalid: 'So passen die Fragebögen nicht zusammen.',
  too_many_attempts: 'Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es dann erneut.',
  too_many_at_once:
    'Gerade kommen sehr viele Anfragen gleichzeitig an. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
  proof_required:
    'Zum Schutz vor Rateversuchen muss Ihr Gerät vor der Anmeldung eine Rechenaufgabe lösen. Bitte versuchen Sie es erneut.',
  headers_too_large:
    'Die Anfrage ist zu groß. Bitte löschen Sie die Cookies dieser Seite und versuchen Sie es erneut.',
  INTERNAL: 'Interner Server Fehler',
  unavailable: 'Der Server ist gerade ausgelastet. Bitte versuchen Sie es in einigen Sekunden erneut.',
} as const satisfies Record<ErrorCode, string>;

/** The page was opened at another address than that of the operator. */
export const otherAddressText = (address: string) =>
  `Unter dieser Adresse ist keine Anmeldung möglich. Bitte öffnen Sie ${address}.`;
