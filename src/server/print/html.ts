import { createHash } from 'node:crypto';

// The one way to make HTML of a report (R56): every value in a template is escaped, unless a template made it.
const made = Symbol('made by the html tag');

export type Html = { readonly [made]: string };
type Part = Html | string | number | null | undefined | false;
type Value = Part | readonly Part[];

/** HTML or SVG from a template. Put attribute values in quotes; null, undefined and false stand for nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = compact(strings);
  let text = parts[0] ?? '';
  values.forEach((value, index) => {
    text += textOfValue(value) + (parts[index + 1] ?? '');
  });
  return { [made]: text };
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

// Line breaks of a template only serve its author, so the browser gets a blank.
function compact(strings: TemplateStringsArray): readonly string[] {
  const known = compacted.get(strings);
  if (known) return known;
  const parts = strings.map((part) => part.replaceAll(/\s*\n\s*/g, ' '));
  compacted.set(strings, parts);
  return parts;
}

/** The text of what a template made. */
export function htmlText(part: Html): string {
  return part[made];
}

/**
 * The one script inside every report (R56). It is a constant, so that its hash can stand in the content security policy;
 * it only tells `/js/final_report.js` that a report is on the page.
 */
export const reportScript = "document.dispatchEvent(new CustomEvent('resonanz:report'));";

/** The script as the content security policy names it. */
export const reportScriptHash = `sha256-${createHash('sha256').update(reportScript).digest('base64')}`;

/** The script element of a report; no other can be made. */
export const scriptElement: Html = { [made]: `<script>${reportScript}</script>` };

export const nothing: Html = { [made]: '' };

function textOfValue(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return isList(value) ? textOfList(value) : value[made];
}

// Not `join`, which would copy the text once for each level of a document.
function textOfList(parts: readonly Part[]): string {
  let text = '';
  for (const part of parts) text += textOfValue(part);
  return text;
}

function isList(value: Html | readonly Part[]): value is readonly Part[] {
  return Array.isArray(value);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const special = /[&<>"']/;

function escapeText(text: string): string {
  return special.test(text) ? text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '') : text;
}
