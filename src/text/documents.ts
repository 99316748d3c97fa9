/** What stands around the documents themselves (documents/*.md, test manuals). */
export const documentText = {
  asPdf: 'Dieses Dokument als PDF',
  contents: 'Inhalt',
  footer: (product: string) => `${product}: Information`,
} as const;
