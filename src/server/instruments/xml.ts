import { SaxesParser } from 'saxes';

type Handlers = {
  open?(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** `text` is what stands in the element itself, not in those inside it. */
  close?(name: string, text: string, line: number): void;
};

const MAX_DEPTH = 100;

/**
 * Goes through XML. Gives the first mistake, or undefined. Names come without their prefix. Entities of a document type are never
 * read, because they could unpack to any size.
 */
export function walkXml(
  text: string,
  handlers: Handlers,
): { readonly line: number; readonly message: string } | undefined {
  const parser = new SaxesParser();
  const open: { readonly name: string; readonly line: number; text: string }[] = [];
  const state: { problem?: { readonly line: number; readonly message: string } } = {};
  const refuse = (message: string) => (state.problem ??= { line: parser.line, message });
  const add = (part: string) => {
    const last = open.at(-1);
    if (last) last.text += part;
  };
  parser.on('error', ({ message }) => refuse(message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('It has a document type of its own'));
  parser.on('opentag', ({ name, attributes }) => {
    const own = name.replace(/^.*:/, '');
    open.push({ name: own, line: parser.line, text: '' });
    if (open.length > MAX_DEPTH) refuse(`The elements are nested more than ${MAX_DEPTH} deep`);
    if (!state.problem) handlers.open?.(own, attributes, parser.line);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed && !state.problem) handlers.close?.(closed.name, closed.text, closed.line);
  });
  // In parts, so that the reading ends soon after a mistake.
  for (let at = 0; at < text.length && !state.problem; at += PART) parser.write(text.slice(at, at + PART));
  if (!state.problem) parser.close();
  return state.problem;
}

const PART = 65_536;
