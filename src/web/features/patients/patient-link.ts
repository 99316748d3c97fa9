import { paths } from '../../paths.ts';

/** What a link to the clinician's home leads to: the result of a patient, or the report of a survey. */
export type LinkTarget = { kind: 'result' | 'report'; id: string };

const kinds = { result: 'ergebnis', report: 'bericht' } as const;
const HASH = /^#(ergebnis|bericht)=([0-9a-f-]{36})$/;

/**
 * The address of a result or a report (record 100). The random id stands behind the `#`: browsers do not send it to the
 * server, and the page takes it out of the address at once.
 */
export function linkTo({ kind, id }: LinkTarget, origin: string): string {
  return `${origin}${paths.clinicianHome}#${kinds[kind]}=${id}`;
}

/** The target of a link; null for any other address. */
export function linkTarget(hash: string): LinkTarget | null {
  const [, word, id] = HASH.exec(hash) ?? [];
  if (id === undefined) return null;
  return { kind: word === kinds.report ? 'report' : 'result', id };
}
