/** The common names of a browser and its operating system; null if unknown. */
export type BrowserName = { browser: string | null; system: string | null };

type Named = readonly (readonly [mark: RegExp, name: string])[];

// Most browsers also name others in their user agent. The first match is the true one.
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

// Real user agents have about 200 characters. The rest is ignored.
const LONGEST = 500;

/**
 * Reduces a user agent to two names, without version or model, so that two devices of one kind stay indistinguishable.
 * A user agent can be forged: the names help a person to remember and prove nothing.
 */
export function browserName(userAgent: string | undefined): BrowserName {
  const text = (userAgent ?? '').slice(0, LONGEST);
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) };
}

function nameIn(names: Named, text: string): string | null {
  return names.find(([mark]) => mark.test(text))?.[1] ?? null;
}
