/** A browser and the system it runs on, by the names people know; null where they are not known. */
export type BrowserName = { browser: string | null; system: string | null };

type Named = readonly (readonly [mark: RegExp, name: string])[];

// Most browsers pretend to be others: the first that fits is the true one.
const browsers: Named = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: Named = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

// Real ones have some 200 letters; the rest is of no use here.
const LONGEST = 500;

/**
 * What a browser says of itself, reduced to two names: no version, no model, nothing that would tell one device of a
 * kind from another. Anybody can send anything, so this is a help for the memory and no proof.
 */
export function browserName(userAgent: string | undefined): BrowserName {
  const text = (userAgent ?? '').slice(0, LONGEST);
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) };
}

function nameIn(names: Named, text: string): string | null {
  return names.find(([mark]) => mark.test(text))?.[1] ?? null;
}
