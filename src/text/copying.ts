/** A generated secret, shown only once. */
export const secretText = {
  copy: 'Passwort kopieren',
  copied: 'Das Passwort wurde kopiert.',
  copyFailed: 'Das Kopieren ist nicht möglich. Bitte schreiben Sie das Passwort ab.',
} as const;

/** A button that copies a text. */
export const copyText = { copied: 'Der Link wurde kopiert.', link: 'Link kopieren' } as const;
