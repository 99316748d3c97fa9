import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { SUPPORTED_BROWSERS } from './src/domain/supported-browsers.ts';
import { browsersText } from './src/text/browsers.ts';
import { bandStyles, fillColours, paperColours, screenColours } from './src/server/print/palette.ts';

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

/** Writes x.br and x.gz beside every text file of the build, so that the server compresses nothing per request. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) compress(join(folder, file));
    },
  };
}

function compress(file: string) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const { safari, chrome, firefox } = SUPPORTED_BROWSERS.patients;
const target = [`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`, `ios${safari}`];

/** What the server prints with as style sheets of the web: one palette, one look of the charts. */
function printStyles(): Plugin {
  const charts = 'src/server/print/charts/charts.css';
  const sheets: Record<string, () => string> = {
    'virtual:palette.css': () => screenColours(':root', 'pages'),
    'virtual:report-colours.css': () =>
      screenColours('.rz-report') + paperColours('.rz-report') + bandStyles + readFileSync(charts, 'utf8'),
  };
  return {
    name: 'print-styles',
    resolveId: (id) => (id in sheets ? id : undefined),
    load: (id) => sheets[id]?.(),
  };
}

const SCRIPT = 'js/final_report.js';
const STYLE = 'report.css';

/** Stored reports and the pages that show them ask for these two files by their names: they carry no hash. */
function reportFiles(): Plugin {
  return {
    name: 'report-files',
    async generateBundle() {
      const files = await bundleReport(target);
      for (const [fileName, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1);
        if (name !== SCRIPT && name !== STYLE) return next();
        response.setHeader('content-type', name === SCRIPT ? 'text/javascript' : 'text/css');
        bundleReport('esnext').then((files) => response.end(files[name]), next);
      });
    },
  };
}

async function bundleReport(
  target: string | string[],
): Promise<Record<typeof SCRIPT | typeof STYLE, string>> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [printStyles()],
    build: {
      write: false,
      target,
      cssTarget: target,
      lib: {
        entry: 'src/web/features/reports/final-report.ts',
        // A classic script: it runs again each time that a page adds it.
        formats: ['iife'],
        name: 'resonanzFinalReport',
        cssFileName: 'report',
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((file) => file.type === 'chunk');
  const style = outputs.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error('the files of the report are missing');
  return { [SCRIPT]: script.code, [STYLE]: String(style.source) };
}

/**
 * Paints the page before its styles and scripts have arrived: puts the colours of the palette into index.html, and the styles
 * behind what is painted first. The page names the scripts too, or the browser would ask for one after the other.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const main = chunks.find(({ name }) => name === 'main');
        const scripts = main ? [main.fileName, ...main.imports].filter((file) => !html.includes(file)) : [];
        const styles = [...(main?.viteMetadata?.importedCss ?? [])];
        return fillColours(html)
          .replace('%browsers%', browsersText(SUPPORTED_BROWSERS.patients))
          .replace('</head>', `${linksTo('modulepreload', scripts)}</head>`)
          .replace('</body>', `${linksTo('stylesheet', styles)}</body>`);
      },
    },
  };
}

const linksTo = (rel: string, files: readonly string[]) =>
  files.map((file) => `<link rel="${rel}" crossorigin href="/${file}">`).join('');

/** Completes the element that Vite writes for the nonce: the standard asks for a content. */
function nonceWithContent(): Plugin {
  return {
    name: 'nonce-with-content',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<meta property="csp-nonce"', '<meta property="csp-nonce" content=""'),
    },
  };
}

const START = /src\/web\/start\.ts$/;
const MAIN = /src\/web\/main\.tsx$/;
const HOME = /(pages\/patient\/PatientHome|frame\/(WithQueries|Sidebar|UserMenu))\.tsx$/;
const SURVEY = /pages\/patient\/Survey\.tsx$/;
const LANDING = /pages\/landing\/Landing\.tsx$/;
const OTHER_PAGES = /src\/web\/pages\/(?!patient\/Survey\.)/;
const REPORT = /pages\/patient\/PatientReport\.tsx$/;

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/**
 * The files of the build, by the modules that import what is in them. A module goes to the first one that wants it. The first file
 * asks for a page's data, so it stays small. Two more serve every visitor, and one the patient's home: a server without HTTP/2
 * answers six requests at a time. The libraries stay cached from release to release. What the survey or the landing page shares with
 * another page goes to the file of every page, so that it loads no other page.
 */
const parts: Readonly<Record<string, (id: string, isUsedBy: (page: RegExp) => boolean) => boolean>> = {
  app: (_id, isUsedBy) => isUsedBy(START),
  vendor: (id, isUsedBy) => id.includes('node_modules') && isUsedBy(MAIN),
  main: (_id, isUsedBy) =>
    isUsedBy(MAIN) || (isUsedBy(SURVEY) && isUsedBy(OTHER_PAGES)) || (isUsedBy(LANDING) && isUsedBy(HOME)),
  home: (_id, isUsedBy) => isUsedBy(HOME),
  report: (_id, isUsedBy) => isUsedBy(REPORT),
  // Whole, although an extension shows its questions, too.
  Survey: (_id, isUsedBy) => isUsedBy(SURVEY),
};

const groups = Object.entries(parts).map(([name, wants], index, { length }) => ({
  name(id: string, modules: Modules): string | null {
    const users = [...usersOf(id, modules)];
    return wants(id, (page) => users.some((user) => page.test(user))) ? name : null;
  },
  debugName: name,
  priority: length - index,
}));

/** A module and every module that imports it, itself or by others. */
function usersOf(id: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const importer of modules.getModuleInfo(id)?.importers ?? []) usersOf(importer, modules, found);
  return found;
}

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), printStyles(), reportFiles(), nonceWithContent(), firstPaint(), precompress()],
  // The server puts a fresh nonce in place of this word in every answer (R55).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // By it the server names a page's parts in the page (src/server/http/preloads.ts).
    manifest: true,
    target,
    cssTarget: target,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        // The first script names every other file, and hashes do not compress. Seven characters differ enough.
        entryFileNames: 'assets/app-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // What the server makes; the files of src/web/public are Vite's own.
    proxy: { '/api': apiOrigin, '/config.json': apiOrigin, '/documents': apiOrigin },
  },
});
