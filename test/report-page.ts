import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const face = fileURLToPath(
  import.meta
    .resolve('@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'),
);

/** A report in a page of its own with the face of the web pages, their style sheet and their script for reports. */
export async function reportPage(report: string, web: string): Promise<string> {
  const [css, script] = await Promise.all(
    ['report.css', 'js/final_report.js'].map((name) => readFile(join(web, name), 'utf8')),
  );
  const font = await readFile(face, 'base64');
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bericht</title>
    <link rel="stylesheet" href="/report.css"><style>${css}
    @font-face { font-family: Face; font-weight: 200 800; src: url(data:font/woff2;base64,${font}); }
    *, ::before, ::after { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 72rem; padding: 1rem; font-family: Face, sans-serif; background: Canvas; color: CanvasText; }
    .rz-report { background: var(--bg); }
    h1 { font-size: 1rem; margin: 0; }
    @media print { body { max-width: none; padding: 0; } h1 { display: none; } }</style></head><body><main><h1>Bericht</h1>${report}</main><script>${script}</script></body></html>`;
}
