// What an answer of another program may hold: addresses of mails, of machines and of pages, and a piece of a file.
const PATTERNS: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>),;]+/gi,
  /[^\s<>"'(),;:@]+@[^\s<>"'(),;]+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /(?:\b[0-9a-f]{1,4})?(?::[0-9a-f]{0,4})*::(?:[0-9a-f]{1,4}:?)*|\b[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){5,7}\b/gi,
  // A name of a machine. Files of the program end otherwise.
  /\b(?:[a-z0-9-]+\.)+(?!(?:age|conf|csv|eml|example|js|json|log|md|mjs|pem|service|sql|sock|timer|ts|txt)\b)[a-z]{2,}\b/gi,
  // JSON.parse quotes what stands around a mistake.
  /(?:\.\.\.)?"[^]*"(?:\.\.\.)? is not valid JSON/g,
];

const MASK = '…';

/** The content with nothing in its texts that names a person or a machine: these patterns and the given names. */
export function withoutAddresses(content: unknown, names: readonly string[]): unknown {
  if (Array.isArray(content)) return content.map((one) => withoutAddresses(one, names));
  if (typeof content === 'object' && content !== null)
    return Object.fromEntries(
      Object.entries(content).map(([key, value]) => [key, withoutAddresses(value, names)]),
    );
  return typeof content === 'string' ? masked(content, names) : content;
}

function masked(text: string, names: readonly string[]): string {
  const named = names.reduce((rest, name) => rest.replaceAll(name, MASK), text);
  return PATTERNS.reduce((rest, pattern) => rest.replaceAll(pattern, MASK), named);
}

/** The machines and logins that addresses of the settings name. */
export function namesIn(addresses: readonly (string | undefined)[]): readonly string[] {
  const parts = addresses.flatMap((address) => {
    if (!address || !URL.canParse(address)) return [];
    const { hostname, username, password } = new URL(address);
    return [hostname, username, password].map((part) => decodeURIComponent(part));
  });
  // A shorter one stands inside usual words.
  return [...new Set(parts)].filter((part) => part.length > 3);
}
