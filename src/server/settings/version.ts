import { existsSync, readFileSync } from 'node:fs';

const at = (name: string) => new URL(`../../../${name}`, import.meta.url);

/** The version of the program, and the commit that a packed archive was made from. */
export const program = {
  version: (JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }).version,
  build: existsSync(at('BUILD')) ? readFileSync(at('BUILD'), 'utf8').trim() : 'checkout',
};

/** Both in one line, for people. */
export const programName = `${program.version} (${program.build})`;
