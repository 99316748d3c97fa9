import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type {
  BrowserName,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import type { OldestBrowsers } from '../../src/domain/supported-browsers.ts';

// Since when browsers know a name, by the data of MDN.

const engines = {
  safari: ['safari', 'safari_ios'],
  chrome: ['chrome', 'chrome_android', 'edge'],
  firefox: ['firefox', 'firefox_android'],
} as const satisfies Record<keyof OldestBrowsers, readonly BrowserName[]>;

export const dates: Pick<typeof compat, 'api' | 'css' | 'javascript'> = compat;

/** The statements of the data below a node by their last name, which may be a method of several interfaces. */
export function featuresByName(
  node: Identifier | undefined,
  found = new Map<string, CompatStatement[]>(),
): Map<string, CompatStatement[]> {
  // The data has a statement beside the names below.
  for (const [key, below] of Object.entries(node ?? {}) as [string, Identifier][]) {
    if (key === '__compat') continue;
    const name = key.replace(/_static$/, '');
    const { __compat: feature } = below;
    if (feature) found.set(name, [...(found.get(name) ?? []), feature]);
    featuresByName(below, found);
  }
  return found;
}

/** The feature below a node of the data, by its names. */
export function featureAt(node: Identifier | undefined, ...names: string[]): CompatStatement | undefined {
  let found = node;
  for (const name of names) found = found && Object.hasOwn(found, name) ? found[name] : undefined;
  const { __compat: feature } = found ?? {};
  return feature;
}

type Wanted = 'also browsers without it' | 'only browsers that learnt it later';

/** The browsers that do not know the feature in the oldest version that we support. */
export function newerThan(oldest: OldestBrowsers, feature: CompatStatement, wanted: Wanted): BrowserName[] {
  return Object.entries(engines).flatMap(([engine, names]) =>
    names.filter((name) => {
      const support = feature.support[name];
      // The keys of `engines` are those of the oldest browsers.
      const limit = oldest[engine as keyof OldestBrowsers];
      const statements = [support ?? []].flat();
      if (statements.some((one) => isIn(one, limit))) return false;
      return wanted === 'also browsers without it' || statements.some((one) => isIn(one, '9999'));
    }),
  );
}

function isIn(support: SimpleSupportStatement, limit: string): boolean {
  const { version_added: since, version_removed: until, flags, prefix, alternative_name: other } = support;
  if (flags || prefix || other || typeof since !== 'string' || since === 'preview') return false;
  return isAtMost(since.replace('≤', ''), limit) && (typeof until !== 'string' || !isAtMost(until, limit));
}

function isAtMost(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [limitMajor = 0, limitMinor = 0] = limit.split('.').map(Number);
  return major < limitMajor || (major === limitMajor && minor <= limitMinor);
}
