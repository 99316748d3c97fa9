import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A report in a page of its own, with its style sheet and script from the folder of the built web pages. */
export async function reportPage(report: string, web: string): Promise<string> {
  const [css, script] = await Promise.all(
    ['report.css', 'js/final_report.js'].map((name) => readFile(join(web, name), 'utf8')),
  );
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bericht</title>
    <link rel="stylesheet" href="/report.css"><style>${css}
    body { margin: 0 auto; max-width: 72rem; padding: 1rem; font-family: system-ui, sans-serif; background: var(--bg); color: var(--text); }
    h1 { font-size: 1rem; margin: 0; }</style></head><body><main><h1>Bericht</h1>${report}</main><script>${script}</script></body></html>`;
}
