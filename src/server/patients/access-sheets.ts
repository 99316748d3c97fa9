import { create } from 'qrcode';
import { pages } from '../../contract/pages.ts';
import type { Help, HelpNumber } from '../../domain/crisis.ts';
import { QR_EDGE, qrPath } from '../../domain/qr-path.ts';
import { accessSheetText as text } from '../../text/access-sheet.ts';
import { helpText } from '../../text/crisis.ts';
import { type Block, type Document, heading, line, paragraph } from '../print/blocks.ts';
import { type Html, html } from '../print/html.ts';

/** What stands on every sheet of a clinic. */
type Place = { origin: string; product: string; clinic: Clinic; help: Help };
type Clinic = { id: string; name: string; contact: string };

/** The sheets as one document. */
export function accessSheets(place: Place, ids: readonly string[]): Document {
  // Every sheet of a clinic has the same code, and making one takes a millisecond of the one thread.
  const code = qrCode(`${loginOf(place)}?klinik=${place.clinic.id}`);
  return {
    title: text.title,
    layout: 'sheet',
    footer: text.footer(place.product),
    blocks: ids.flatMap((id) => sheet(place, code, id)),
  };
}

const loginOf = ({ origin }: Place) => `${origin}${pages.loginPatient}`;

function sheet(place: Place, code: Html, id: string): readonly Block[] {
  const { clinic, help } = place;
  return [
    heading(2, text.title),
    paragraph(text.intro(clinic.name)),
    {
      kind: 'columns',
      look: 'pair',
      cells: [
        [{ kind: 'figure', svg: code, alt: text.qrCode, share: 0.9 }, paragraph(text.scan)],
        [
          {
            kind: 'facts',
            rows: [
              [text.id, id],
              [text.clinic, clinic.name],
            ],
          },
          { kind: 'note', tone: 'plain', runs: [{ text: text.password, bold: true }] },
          paragraph(`${text.address}:`),
          { kind: 'paragraph', runs: [{ text: loginOf(place), bold: true }] },
        ],
      ],
    },
    ...(clinic.contact === '' ? [] : [paragraph(`${text.questions}: ${clinic.contact}`)]),
    { kind: 'paragraph', runs: [{ text: helpText.title, bold: true }] },
    paragraph(help.text),
    {
      kind: 'paragraph',
      runs: line(help.numbers.map(inOneLine).join(' · ')),
    },
  ];
}

// A number stays on one line with its name.
const inOneLine = ({ name, number }: HelpNumber) => `${name} ${number}`.replaceAll(' ', '\u00a0');

/** A QR code is dark on light, because many cameras cannot read other colours. */
function qrCode(content: string): Html {
  const { modules } = create(content, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * QR_EDGE;
  const box = `${-QR_EDGE} ${-QR_EDGE} ${size} ${size}`;
  return html`<svg viewBox="${box}">
    <rect x="${-QR_EDGE}" y="${-QR_EDGE}" width="${size}" height="${size}" fill="#fff" />
    <path d="${qrPath(modules)}" fill="#000" />
  </svg>`;
}
