import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { measureQuality } from './test-quality.ts';
import type { WorkAnswer, WorkRequest } from './worker-messages.ts';

// Typst and the simulations take tens of milliseconds up to half a second: they run here, beside the thread that answers.
const layout = readFileSync(new URL('document.typ', import.meta.url), 'utf8');
let compiler: NodeCompiler | undefined;

/** Typst keeps what it compiled so long; older parts are thrown away, so that memory does not grow with the reports. */
const KEPT_COMPILATIONS = 2;

function compilePdf(document: string): Uint8Array {
  compiler ??= NodeCompiler.create();
  const { result, ...compiled } = resultOf(compiler, document);
  if (!result) throw new Error(`The PDF could not be set: ${JSON.stringify(compiled.problems)}`);
  // PDF/UA-1: tagged, with a title, a language and a text for every picture; anything else is refused.
  const pdf = compiler.pdf(result, { pdfStandard: 'ua-1' });
  compiler.evictCache(KEPT_COMPILATIONS);
  return pdf;
}

function resultOf(typst: NodeCompiler, document: string) {
  const compiled = typst.compile({ mainFileContent: layout, inputs: { document } });
  return { result: compiled.result, problems: compiled.takeDiagnostics()?.shortDiagnostics };
}

function answerTo(request: WorkRequest): WorkAnswer {
  const { number } = request;
  try {
    if (request.kind === 'pdf') return { number, kind: 'done', result: compilePdf(request.document) };
    return { number, kind: 'done', result: measureQuality(request.dimension) };
  } catch (error) {
    return { number, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (request: WorkRequest) => parentPort?.postMessage(answerTo(request)));
