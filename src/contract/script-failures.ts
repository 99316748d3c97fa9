/** Where a page tells that its script failed. The body is the page's path, and nothing else. */
export const SCRIPT_FAILURES_PATH = '/script-failures';
