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
export function accessSheets(place: Place, codes: readonly string[]): Document {
  return {
    title: text.title,
    layout: 'sheet',
    footer: text.footer(place.product),
    blocks: codes.flatMap((code) => sheet(place, code)),
  };
}

function sheet({ origin, clinic, help }: Place, code: string): readonly Block[] {
  const login = `${origin}${pages.loginPatient}`;
  return [
    heading(2, text.title),
    paragraph(text.intro(clinic.name)),
    {
      kind: 'columns',
      look: 'pair',
      cells: [
        [
          { kind: 'figure', svg: qrCode(`${login}?klinik=${clinic.id}`), alt: text.qrCode, share: 0.9 },
          paragraph(text.scan),
        ],
        [
          {
            kind: 'facts',
            rows: [
              [text.id, code],
              [text.clinic, clinic.name],
            ],
          },
          { kind: 'note', tone: 'plain', runs: [{ text: text.password, bold: true }] },
          paragraph(`${text.address}:`),
          { kind: 'paragraph', runs: [{ text: login, bold: true }] },
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
