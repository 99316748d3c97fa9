import { reportScript } from '../print/html.ts';

/**
 * Throws unless the HTML of a report meets R56: exactly one script element, the known one; no event and no style
 * attributes; links only within the report or to a telephone number. Values in a template never look like a tag here: `<`, `>` and quotes in them
 * are escaped.
 */
export function assertSafeReport(text: string): void {
  const script = /<script\b[^>]*>([^]*?)<\/script\s*>/i.exec(text)?.[1];
  if (script === undefined || text.match(/<script\b/gi)?.length !== 1)
    throw new Error('a report must hold exactly one script');
  if (script !== reportScript) throw new Error('a report holds a script that is not the known one');
  assertSafeTags(text);
}

/** The same for a piece of a page, which must hold no script. */
export function assertSafeFragment(text: string): void {
  if (/<script\b/i.test(text)) throw new Error('a fragment holds a script');
  assertSafeTags(text);
}

function assertSafeTags(text: string): void {
  const unsafe = text.match(/<[a-z!?][^>]*>/gi)?.find(isUnsafe);
  if (unsafe !== undefined) throw new Error(`a report holds an unsafe tag: ${unsafe.slice(0, 80)}`);
}

const element =
  /^<(?:iframe|frame|object|embed|base|link|meta|style|form|img|foreignobject|use|animate\w*|set|math|template)\b|^<[!?]/i;
const attribute = /[\s/](?:on\w*|style|srcdoc|formaction|ping)\s*=/i;
const otherPlace = /[\s/](?:href|src|xlink:href|action|background)\s*=(?!\s*"(?:#|tel:\+?\d*"))/i;

// Few tags contain one of these words; only these tags are checked closely.
const suspicious = /[\s/](?:on|style|srcdoc|formaction|ping|href|src|xlink|action|background)/i;

function isUnsafe(tag: string): boolean {
  if (element.test(tag)) return true;
  if (!suspicious.test(tag)) return false;
  // A quoted value may contain these words; a name outside of the quotes may not.
  const names = tag.replaceAll(/"[^"]*"/g, '""');
  return attribute.test(names) || otherPlace.test(tag.replaceAll(/="(?!#|tel:\+?\d*")[^"]*"/g, '=""'));
}
