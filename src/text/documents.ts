/** The sentences around a document (documents/*.md, test manuals). */
export const documentText = {
  asPdf: 'Dieses Dokument als PDF',
  contents: 'Inhalt',
  back: (product: string) => `Zurück zu ${product}`,
  footer: (product: string) => `${product}: Information`,
} as const;
