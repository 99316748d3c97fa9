// Tags that say how a text looks. The list of losses names them, so that a lost link is seen.
const BLOCKS = ['br', 'center', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ol', 'p', 'ul'];
const INLINE = ['a', 'b', 'big', 'em', 'font', 'i', 'small', 'span', 'strong', 'u'];
const FORMATTING = new Set([...BLOCKS, ...INLINE]);
const TAG = /<!--[^]*?-->|<\/?([a-z][a-z0-9]*)\b[^>]*>/gi;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&nbsp;', ' '],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]);

const MOST_SIGNS = 10_000;

export type PlainText =
  | { readonly kind: 'text'; readonly text: string; readonly tags: readonly string[] }
  | { readonly kind: 'refused'; readonly complaint: string };

/** A text without its formatting. `insert` finds values that the form would write into the text. */
export function plainText(written: string, insert?: RegExp): PlainText {
  if (written.length > MOST_SIGNS)
    return { kind: 'refused', complaint: `has a text of more than ${MOST_SIGNS} signs` };
  const tags = [...written.matchAll(TAG)];
  const foreign = tags.find(
    ([tag, name = '']) =>
      !FORMATTING.has(name.toLowerCase()) || /display|visibility|hidden|\son[a-z]+\s*=/i.test(tag),
  );
  if (foreign)
    return {
      kind: 'refused',
      complaint: `has HTML that is more than formatting: ${foreign[0].slice(0, 40)}`,
    };
  const bare = written.replaceAll(TAG, (_, name = '') =>
    INLINE.includes(String(name).toLowerCase()) ? '' : ' ',
  );
  const entities = bare.match(/&(?:[a-z]+|#x?[0-9a-f]+);/gi) ?? [];
  const unknown = entities.find((one) => !ENTITIES.has(one));
  if (unknown !== undefined)
    return { kind: 'refused', complaint: `has the HTML sign ${unknown}: write the letter itself` };
  const text = bare
    .replaceAll(/&(?:[a-z]+);/g, (sign) => ENTITIES.get(sign) ?? sign)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const inserted = insert?.exec(text);
  if (inserted)
    return { kind: 'refused', complaint: `has a text with a value of another place in it: ${inserted[0]}` };
  const names = new Set(tags.map(([, name = '']) => `HTML <${name.toLowerCase()}>`));
  return { kind: 'text', text, tags: [...names] };
}
