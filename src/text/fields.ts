import type { FieldCode } from '../contract/fields.ts';
import type { NameRefusal } from '../domain/patient-code.ts';
import { recordProblemText } from './patient-record.ts';

/** The reasons of a refused user name (product 5.3). */
export const usernameText = {
  missing: 'Sie müssen einen Benutzernamen angeben.',
  special_characters: 'Der Benutzername darf keine Leer- oder Sonderzeichen enthalten.',
  unusual_letters:
    'Bitte schreiben Sie den Benutzernamen mit den üblichen Buchstaben eines einzigen Alphabets und den Ziffern 0 bis 9.',
  too_long: 'Der Benutzername darf maximal 255 Zeichen lang sein.',
} as const satisfies Record<NameRefusal, string>;

/** The sentence at a refused field. */
export const fieldText = {
  invalid: 'Diese Angabe ist ungültig.',
  required: 'Diese Angabe fehlt.',
  invalid_characters: 'Diese Angabe enthält unzulässige Zeichen.',
  invalid_date: 'Bitte geben Sie ein gültiges Datum an.',
  too_long: 'Diese Angabe ist zu lang.',
  too_many: 'Das sind zu viele Einträge. Bitte entfernen Sie einige.',
  code_required: 'Sie müssen eine Resonanz-ID angeben.',
  code_invalid: recordProblemText.code_special_characters,
  code_letters: recordProblemText.code_unusual_letters,
  gender_required: 'Sie müssen ein Geschlecht auswählen.',
  clinician_required: 'Sie müssen eine*n Mitarbeitende*n auswählen.',
  diagnosis_required: 'Sie müssen eine Diagnose auswählen.',
  diagnosis_unknown: recordProblemText.diagnosis_unknown,
  clinician_unknown: 'Diese*n Mitarbeitende*n gibt es nicht oder das Konto ist deaktiviert.',
  birth_date_in_future: recordProblemText.birth_date_in_future,
  discharge_not_after_admission: recordProblemText.discharge_not_after_admission,
  dates_out_of_range: recordProblemText.dates_out_of_range,
  username_required: usernameText.missing,
  username_characters: usernameText.special_characters,
  username_letters: usernameText.unusual_letters,
  username_too_long: usernameText.too_long,
  passwords_differ: 'Das neue Passwort und das bestätigte Passwort stimmen nicht überein.',
  password_too_short: 'Das Passwort braucht mindestens 10 Zeichen.',
  password_too_long: 'Das Passwort darf höchstens 128 Zeichen haben.',
  password_lowercase_missing: 'Das Passwort braucht mindestens einen Kleinbuchstaben.',
  password_uppercase_missing: 'Das Passwort braucht mindestens einen Großbuchstaben.',
  password_digit_missing: 'Das Passwort braucht mindestens eine Zahl.',
  password_common: 'Dieses Passwort ist zu bekannt. Bitte wählen Sie ein anderes.',
  password_contains_name: 'Das Passwort darf Ihren Benutzernamen oder den Namen der Klinik nicht enthalten.',
  password_unchanged: 'Das neue Passwort muss sich vom alten unterscheiden.',
  label_invalid: 'Dieses Label ist ungültig.',
  address_invalid: 'Bitte geben Sie eine gültige E-Mail-Adresse an.',
  phone_invalid:
    'Bitte geben Sie eine Telefonnummer an: nur Ziffern, Leerzeichen und ( ) / -, am Anfang auch +.',
  hours_out_of_range: 'Bitte geben Sie ganze Stunden von 1 bis 720 an.',
  deputy_invalid:
    'Diese*r Mitarbeitende kann die Vertretung nicht übernehmen. Bitte wählen Sie jemand anderen.',
  deputy_days_invalid: 'Der letzte Tag darf nicht vor dem ersten und nicht in der Vergangenheit liegen.',
  deputy_begins_in_past: 'Eine Vertretung kann frühestens heute beginnen.',
  deputy_too_long:
    'Eine Vertretung dauert höchstens drei Monate. Bitte wählen Sie einen früheren letzten Tag; danach können Sie sie neu festlegen.',
  again_on_out_of_range: 'Bitte wählen Sie einen Tag von morgen an, höchstens in 28 Tagen.',
} as const satisfies Record<FieldCode, string>;
