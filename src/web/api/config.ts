import type { ShownConfig } from '../../contract/config.ts';
import { shortHelp } from '../../text/crisis.ts';
import { CallFailed } from './failure.ts';

// Used only if /config.json cannot be loaded. Without the server nothing else works either.
const fallback: ShownConfig = {
  version: '',
  product_name: 'Resonanz',
  document_title: 'Resonanz',
  landing_title: 'Resonanz',
  base_url: '',
  time_zone: 'Europe/Berlin',
  log_level: 'info',
  logo: { image: '/logo.svg', alt: 'Resonanz' },
  institutions: [],
  help: shortHelp,
  support_email: '',
  faq_url: '',
  documentation_url: '',
  operator: {
    name: '',
    address: [],
    phone: '',
    email: '',
    represented_by: '',
    data_protection_officer: '',
    security_email: '',
  },
};

// The page stays empty until the answer arrives, so the wait is limited.
const PATIENCE_MS = 10_000;

let current = fallback;

/** The configuration of this installation with names, links and logos. Loaded once, before the first page is shown. */
export function config(): ShownConfig {
  return current;
}

/** Fails if the server does not give it in time. */
export async function loadConfig(): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  try {
    const { signal } = controller;
    const response = await fetch('/config.json', { credentials: 'same-origin', signal }).catch(() => {
      throw new CallFailed(null);
    });
    if (!response.ok) throw new Error(`config.json answered ${response.status}`);
    // Our own server builds the answer from the same schema.
    current = { ...fallback, ...((await response.json()) as ShownConfig) };
  } finally {
    clearTimeout(timer);
  }
}
