import { unzipSync } from 'fflate';

// Archives are unpacked in memory and within bounds. Nothing of them is ever written to the disk.

const MOST_MEGABYTES = 20;
const MOST_FILES = 1000;

export const isArchive = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004';

/** The names of the files of an archive; none if it is damaged. */
export function namesIn(archive: Uint8Array): readonly string[] {
  const unpacked = unpack(archive, () => false);
  return unpacked.kind === 'files' ? unpacked.names : [];
}

export type Unpacked =
  | {
      readonly kind: 'files';
      readonly files: ReadonlyMap<string, Uint8Array>;
      readonly names: readonly string[];
    }
  | { readonly kind: 'refused'; readonly message: string };

class TooMuch extends Error {}

/** The wanted files of an archive, and the names of all of them. Folders have no name of their own. */
export function unpack(
  archive: Uint8Array,
  isWanted: (name: string) => boolean,
  most = MOST_MEGABYTES,
): Unpacked {
  const names: string[] = [];
  let bytes = 0;
  try {
    const files = unzipSync(archive, {
      // The archive says the sizes itself. More than it says is not unpacked.
      filter({ name, originalSize }) {
        names.push(name);
        if (names.length > MOST_FILES) throw new TooMuch(`The archive holds more than ${MOST_FILES} files`);
        if (!isWanted(name) || name.endsWith('/')) return false;
        bytes += originalSize;
        if (bytes > most * 1_000_000) throw new TooMuch(`The archive unpacks to more than ${most} MB`);
        return true;
      },
    });
    return {
      kind: 'files',
      files: new Map(Object.entries(files)),
      names: names.filter((name) => !name.endsWith('/')),
    };
  } catch (error) {
    // A damaged archive breaks the reading at any place.
    const message = error instanceof TooMuch ? error.message : 'The archive is damaged or has a password';
    return { kind: 'refused', message };
  }
}
