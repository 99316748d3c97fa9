import { readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { answerTasks } from '../threads.ts';

const layout = readFileSync(new URL('document.typ', import.meta.url), 'utf8');
let compiler: NodeCompiler | undefined;

// Typst keeps what it compiled. Older parts are thrown away, so that memory does not grow with the reports.
const KEPT_COMPILATIONS = 2;

/** Sets a document (JSON, see print-pdf.ts) as a PDF. */
export function compilePdf(document: string): Uint8Array {
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

answerTasks(compilePdf);
