/** `binary` is a workbook, a PDF or a picture. `other` is text but not UTF-8, such as the Windows-1252 of Excel. */
export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'other' | 'binary';

export const UTF8_BOM = [0xef, 0xbb, 0xbf] as const;

const startBytes = [
  { encoding: 'utf-8-bom', bytes: UTF8_BOM },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  // ZIP (.xlsx, .ods), the old Office format (.xls), PDF
  { encoding: 'binary', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { encoding: 'binary', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { encoding: 'binary', bytes: [0x25, 0x50, 0x44, 0x46] },
] as const satisfies readonly { encoding: Encoding; bytes: readonly number[] }[];

/** Recognises the encoding by the first bytes, then by whether the rest is UTF-8. A zero byte never occurs in text. */
export function sniffEncoding(file: Uint8Array): Encoding {
  const known = startBytes.find(({ bytes }) => bytes.every((byte, index) => file[index] === byte));
  if (known && known.encoding !== 'utf-8-bom') return known.encoding;
  if (file.includes(0)) return 'binary';
  if (!isUtf8(file)) return 'other';
  return known ? 'utf-8-bom' : 'utf-8';
}

function isUtf8(file: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file);
    return true;
  } catch {
    return false;
  }
}
