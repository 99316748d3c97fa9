import type { Dice } from './fuzz-dice.ts';
import { anyText } from './fuzz-values.ts';

/** A body and its headers. */
export type Sent = { headers: Record<string, string>; payload: Buffer | undefined };

export function json(body: unknown): Sent {
  if (body === undefined) return { headers: {}, payload: undefined };
  return {
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from(JSON.stringify(body) ?? ''),
  };
}

export function multipart(dice: Dice, parts: readonly Buffer[]): Sent {
  const boundary = `grenze-${dice.below(1e9)}`;
  const content = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...content, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export function filePart(
  content: Buffer | string,
  head = 'form-data; name="file"; filename="p.csv"',
): Buffer {
  const lines = `Content-Disposition: ${head}\r\nContent-Type: text/csv\r\n\r\n`;
  return Buffer.concat([Buffer.from(lines), Buffer.from(content)]);
}

/** Ways to damage the bytes of a body. */
export const byteSpoilers: readonly ((dice: Dice, bytes: Buffer) => Buffer)[] = [
  (dice, bytes) => bytes.subarray(0, dice.below(bytes.length + 1)),
  (dice, bytes) => {
    const changed = Buffer.from(bytes);
    for (let times = 1 + dice.below(4); times > 0 && changed.length > 0; times -= 1)
      changed[dice.below(changed.length)] = dice.below(256);
    return changed;
  },
  (_, bytes) => Buffer.concat([bytes, bytes]),
  (_, bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (_, bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (dice, bytes) => Buffer.concat([bytes, Buffer.from(dice.pick(['\0', ' x', '}', ',', '[', '\uFEFF']))]),
  (dice) => Buffer.from(dice.pick(['[', '{"a":', '[[],']).repeat(dice.pick([100, 20_000, 50_000]))),
  (dice) => Buffer.from(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)},"b":${dice.below(9)}}`),
  (dice) => Buffer.from(`{${`"k":${dice.below(9)},`.repeat(20_000)}"k":1}`),
  (dice) =>
    Buffer.from(
      dice.pick(['', 'null', '[]', '"x"', '0', 'true', '1e999', '-', '{}', '{"a":1e999}', '\\u0000']),
    ),
  (dice) =>
    Buffer.from('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'.slice(dice.below(2) * 21)),
  (dice) => Buffer.alloc(dice.pick([1, 300, 262_144, 262_145, 600_000]), dice.below(256)),
];

/** Broken uploads. */
export const uploads: readonly ((dice: Dice, csv: string) => Sent)[] = [
  (dice, csv) => multipart(dice, [filePart(spoiltCsv(dice, csv))]),
  (dice, csv) => multipart(dice, [filePart(spoiltCsv(dice, csv))]),
  (dice, csv) => multipart(dice, [filePart(spoiltCsv(dice, csv))]),
  (dice, csv) => multipart(dice, [filePart(dice.pick(byteSpoilers)(dice, Buffer.from(csv)))]),
  (dice, csv) => multipart(dice, [filePart(csv), filePart(csv)]),
  (dice) => multipart(dice, []),
  (dice, csv) =>
    multipart(
      dice,
      Array.from({ length: 12 }, () => filePart(csv, 'form-data; name="a"')),
    ),
  (dice, csv) => multipart(dice, [filePart(csv, dice.pick(dispositions))]),
  (dice, csv) =>
    multipart(dice, [filePart(csv, `form-data; name="file"; filename="${anyText(dice).slice(0, 99)}"`)]),
  (dice) => multipart(dice, [filePart(Buffer.alloc(5 * 1024 * 1024 + dice.below(3), 0x3b))]),
  (dice, csv) => cutOff(dice, multipart(dice, [filePart(csv)])),
  (dice, csv) => ({
    ...multipart(dice, [filePart(csv)]),
    headers: { 'content-type': dice.pick(boundaries) },
  }),
];

const dispositions = [
  '',
  'form-data',
  'form-data; name=',
  'form-data; name="__proto__"',
  'form-data; name="file"; filename=',
  'form-data; name="file"; filename*=UTF-8\'\'%ff%00',
  'attachment; filename="x"',
  `form-data; name="${'n'.repeat(3000)}"; filename="x"`,
];

const boundaries = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=grenze',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=x',
];

function cutOff(dice: Dice, { headers, payload }: Sent): Sent {
  return { headers, payload: payload?.subarray(0, dice.below(payload.length)) };
}

function spoiltCsv(dice: Dice, csv: string): string {
  const lines = csv.split('\n').map((line) => line.split(';'));
  for (let times = 1 + dice.below(4); times > 0; times -= 1) {
    const line = lines[dice.below(10) === 0 ? 0 : lines.length - 1] ?? [];
    line[dice.below(line.length + 1)] = dice.percent(20)
      ? dice.pick(['"', '"a', 'a"b', '""""', '\r', ';;;', '|||'])
      : anyText(dice);
  }
  const text = lines.map((line) => line.join(';')).join(dice.pick(['\n', '\n', '\r\n', '\r']));
  return dice.percent(5) ? `${text}\n`.repeat(300) : text;
}
