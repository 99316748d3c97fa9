import { createHash } from 'node:crypto';
import { reportScriptHash } from './report-script.ts';

/**
 * Throws unless the HTML of a report is as R56 asks: exactly one script element, that of the known hash; no event
 * attributes, no style attributes, no script addresses. Text cannot be mistaken for a tag: `<` and `>` in it are escaped.
 */
export function assertSafeReport(text: string): void {
  const scripts = [...text.matchAll(/<script\b[^>]*>([^]*?)<\/script\s*>/gi)];
  const script = scripts[0]?.[1];
  if (scripts.length !== 1 || script === undefined || (text.match(/<script\b/gi) ?? []).length !== 1)
    throw new Error('a report must hold exactly one script');
  if (hashOf(script) !== reportScriptHash)
    throw new Error('a report holds a script that is not the known one');
  const tags = text.match(/<[a-z][^>]*>/gi) ?? [];
  const bad = tags.find((tag) => badAttribute.test(tag) || badElement.test(tag));
  if (bad) throw new Error(`a report holds an unsafe tag: ${bad.slice(0, 80)}`);
}

const badAttribute = /[\s"'/](?:on\w+|style|srcdoc|formaction)\s*=|(?:javascript|vbscript|data)\s*:/i;
const badElement = /^<(?:iframe|object|embed|base|link|meta|style|form|foreignobject|use|animate|set)\b/i;

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
