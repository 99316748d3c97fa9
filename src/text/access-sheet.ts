/** The sheet that a patient takes home: how to come to the surveys. It never names the birth date. */
export const accessSheetText = {
  menu: 'Zugangsblatt',
  download: (count: number) => (count === 1 ? 'Zugangsblatt herunterladen' : 'Zugangsblätter herunterladen'),
  fileName: (count: number) => (count === 1 ? 'zugangsblatt.pdf' : `zugangsblaetter-${count}.pdf`),
  created: (codes: readonly string[]) =>
    codes.length === 1 ? `${codes[0]} wurde angelegt.` : `${codes.length} Patient*innen wurden angelegt.`,
  lead: 'Auf dem Zugangsblatt stehen ID, Adresse und ein QR-Code, aber kein Geburtsdatum.',
  firstOnly: (most: number) =>
    `Auf einmal gehen höchstens ${most} Zugangsblätter: Es sind die ersten ${most}.`,
  dismiss: 'Ausblenden',
  title: 'Ihr Zugang zu den Befragungen',
  intro: (clinic: string) =>
    `${clinic} bittet Sie, vor, während und nach Ihrer Therapie Fragen zu beantworten: mit dem Telefon, dem Tablet oder dem Computer.`,
  scan: 'Richten Sie die Kamera Ihres Telefons auf dieses Bild. Die Anmeldung öffnet sich.',
  qrCode: 'QR-Code mit der Adresse der Anmeldung',
  address: 'Oder geben Sie im Browser ein',
  clinic: 'Klinik',
  id: 'Ihre Patient*innen-ID',
  password: 'Ihr Passwort ist Ihr Geburtsdatum.',
  questions: 'Fragen zu ID und Befragungen',
  footer: (product: string) => `${product} · Bewahren Sie dieses Blatt so auf, dass nur Sie es lesen.`,
} as const;
