import { readdirSync, readFileSync } from 'node:fs';

/** The pictures of the documents, made from the demo by test/browser/all/guide-pictures.test.ts. */
const folder = new URL('../../../documents/bilder/', import.meta.url);

export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Every picture by the name of its file. */
export function readPictures(): ReadonlyMap<string, Picture> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.webp'));
  return new Map(
    names.map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      return [name, { bytes, ...webpSize(bytes) }];
    }),
  );
}

/** The size of a WebP picture: two numbers in its head. */
function webpSize(bytes: Buffer): { width: number; height: number } {
  const format = bytes.toString('latin1', 12, 16);
  if (format === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (format === 'VP8 ') return { width: bytes.readUInt16LE(26), height: bytes.readUInt16LE(28) };
  throw new Error('The pictures of documents are lossy WebP files.');
}
