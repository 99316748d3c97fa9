import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), precompress()],
  // The server puts a fresh nonce in place of this word in every answer (R55).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // By it the server names a page's parts in the page (src/server/http/preloads.ts).
    manifest: true,
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        // Two files instead of twenty for what every visitor needs; the libraries stay cached from release to release.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
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
