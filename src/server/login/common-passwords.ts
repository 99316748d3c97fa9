import { readFileSync } from 'node:fs';

const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');

/** Well-known passwords in lower case (R43). The file leaves out passwords that break another rule. */
export const commonPasswords: ReadonlySet<string> = new Set(
  lines.filter((line) => line !== '' && !line.startsWith('#')),
);
