import type { OldestBrowsers } from '../domain/supported-browsers.ts';

/** The browsers that pages work in: on the page about accessibility, in the handbook and where a browser is too old. */
export function browsersText({ safari, chrome, firefox }: OldestBrowsers): string {
  return `Safari ab Version ${safari} (iPhone und iPad ab iOS ${safari}), Chrome und Edge ab Version ${chrome}, Firefox ab Version ${firefox}`;
}
