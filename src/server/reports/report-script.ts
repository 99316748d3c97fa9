import { createHash } from 'node:crypto';

/**
 * The one script inside every report (R56). It is a constant, so that its hash can stand in the content security
 * policy; all it does is to tell `/js/final_report.js` that a report is on the page.
 */
export const reportScript = "document.dispatchEvent(new CustomEvent('resonanz:report'));";

/** The script as the content security policy names it. */
export const reportScriptHash = `sha256-${createHash('sha256').update(reportScript).digest('base64')}`;
