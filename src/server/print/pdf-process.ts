import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { plainSigns, substitute, undisplayedTexts } from './signs.ts';
import { answerDocuments } from './typeset.ts';

const layout = readFileSync(new URL('document.typ', import.meta.url), 'utf8');
// The face of the page as files that Typst can read, in the styles that a document has.
const fontBlobs = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'].map((style) => {
  const file = `@expo-google-fonts/atkinson-hyperlegible-next/${style}/AtkinsonHyperlegibleNext_${style}.ttf`;
  return readFileSync(fileURLToPath(import.meta.resolve(file)));
});
let compiler: NodeCompiler | undefined;

// Typst keeps what it compiled. Older parts are thrown away, so that memory does not grow with the reports.
const KEPT_COMPILATIONS = 2;

/** Sets a document (JSON, see print-pdf.ts) as a PDF. A sign that no font has gets a substitute. */
export function compilePdf(document: string): Uint8Array {
  compiler ??= NodeCompiler.create({ fontArgs: [{ fontBlobs }] });
  // After the answer, because the search for old parts takes a twentieth of the time.
  setImmediate(() => compiler?.evictCache(KEPT_COMPILATIONS));
  return accessiblePdf(compiler, document);
}

// Typst refuses the standard for a text that it cannot display. That text gets a description. A text that is then still
// refused keeps the signs of our own font only.
function accessiblePdf(typst: NodeCompiler, document: string): Uint8Array {
  const first = trySigns(typst, document);
  if (first.kind === 'pdf') return first.pdf;
  const described = substitute(document, first.texts);
  const second = trySigns(typst, described);
  if (second.kind === 'pdf') return second.pdf;
  const plain = plainSigns(described);
  const third = trySigns(typst, plain);
  return third.kind === 'pdf' ? third.pdf : typst.pdf(typeset(typst, plain));
}

type Attempt = { kind: 'pdf'; pdf: Uint8Array } | { kind: 'undisplayed'; texts: readonly string[] };

function trySigns(typst: NodeCompiler, document: string): Attempt {
  const result = typeset(typst, document);
  try {
    // PDF/UA-1: tagged, with a title, a language and a text for every picture; anything else is refused.
    return { kind: 'pdf', pdf: typst.pdf(result, { pdfStandard: 'ua-1' }) };
  } catch (error) {
    const texts = undisplayedTexts(error instanceof Error ? error.message : '');
    if (!texts) throw error;
    return { kind: 'undisplayed', texts };
  }
}

function typeset(typst: NodeCompiler, document: string) {
  const compiled = typst.compile({ mainFileContent: layout, inputs: { document } });
  const { result } = compiled;
  if (result) return result;
  const problems = JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics);
  throw new Error(`The PDF could not be set: ${problems}`);
}

answerDocuments(compilePdf);
