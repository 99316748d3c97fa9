/** The oldest browsers that the pages work in. Edge counts as Chrome, and a browser of an iPhone as Safari. */
export const SUPPORTED_BROWSERS = {
  patients: { safari: '15.4', chrome: '105', firefox: '121' },
  staff: { safari: '16.4', chrome: '111', firefox: '121' },
} as const;

export type OldestBrowsers = Readonly<Record<'safari' | 'chrome' | 'firefox', string>>;
