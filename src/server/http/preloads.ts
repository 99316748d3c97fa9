import { existsSync, readFileSync } from 'node:fs';
import { pages } from '../../contract/pages.ts';

/** Vite's record of each part of the build: its name, its file, its styles and the parts that it imports. */
type Manifest = Record<string, { name?: string; file: string; css?: string[]; imports?: string[] }>;

// The parts that a patient waits for on a phone. vite.config.ts names the last two.
const parts: Readonly<Record<string, string>> = {
  [pages.landing]: 'Landing',
  [pages.survey]: 'Survey',
  [pages.patientHome]: 'home',
  [pages.patientReport]: 'report',
};

// What every report asks for by its name as soon as it is shown.
const reportFiles =
  '<link rel="preload" as="script" href="/js/final_report.js"><link rel="preload" as="style" href="/report.css">';

/**
 * For each of these pages, `index` with tags that make the browser fetch the parts of the page together with the
 * application. This saves one round trip before the page is painted.
 */
export function pagesWithPreloads(folder: string, index: string): ReadonlyMap<string, string> {
  const path = `${folder}/.vite/manifest.json`;
  if (!existsSync(path)) return new Map();
  // The same build wrote this file and the files that it names.
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  return new Map(
    Object.entries(parts).map(([page, name]) => {
      const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
      const files = [...filesOf(manifest, keys)].filter((file) => !index.includes(file));
      const more = page === pages.patientReport ? reportFiles : '';
      return [page, index.replace('</head>', `${files.map(tagOf).join('')}${more}</head>`)];
    }),
  );
}

/** The files of the parts and of everything that they import. */
function filesOf(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const { file, css = [], imports = [] } of keys.flatMap((key) => manifest[key] ?? [])) {
    if (found.has(file)) continue;
    for (const one of [file, ...css]) found.add(one);
    filesOf(manifest, imports, found);
  }
  return found;
}

function tagOf(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${kind} crossorigin href="/${file}">`;
}
