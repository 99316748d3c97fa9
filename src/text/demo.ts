/** What the clinician of the demo notes about an answer that shows danger. */
export const demoNote = 'Ausführliches Gespräch, keine akute Gefahr. Nächster Termin vorgezogen.';
