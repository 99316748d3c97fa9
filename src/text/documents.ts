/** The sentences around a document (documents/*.md, test manuals). */
export const documentText = {
  asPdf: 'Dieses Dokument als PDF',
  contents: 'Inhalt',
  footer: (product: string) => `${product}: Information`,
} as const;
