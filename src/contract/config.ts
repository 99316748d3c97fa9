import * as v from 'valibot';
import { help } from './crisis.ts';

const link = v.pipe(v.string(), v.regex(/^(https?:\/\/|\/|mailto:|$)/));
const logo = v.object({ image: link, alt: v.string(), href: link });

/** The public part of the configuration. The browser loads it from `GET /config.json`. */
export const publicConfig = v.object({
  product_name: v.string(),
  document_title: v.string(),
  landing_title: v.string(),
  base_url: v.string(),
  /** The time zone of all calendar days. */
  time_zone: v.pipe(v.string(), v.check(isTimeZone, 'must be a time zone like Europe/Berlin')),
  log_level: v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  logo: v.object({ image: link, alt: v.string() }),
  /** Help in a crisis, for visitors and for clinics that set no help of their own. */
  help,
  institutions: v.pipe(v.array(logo), v.maxLength(4)),
  support_email: v.string(),
  faq_url: link,
  documentation_url: link,
  operator: v.object({
    name: v.string(),
    address: v.array(v.string()),
    phone: v.string(),
    email: v.string(),
    represented_by: v.string(),
    data_protection_officer: v.string(),
    security_email: v.string(),
  }),
});
export type PublicConfig = v.InferOutput<typeof publicConfig>;

/** What the browser gets: the configuration, and the version of the program that answers. */
export type ShownConfig = PublicConfig & { version: string };

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('de', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
