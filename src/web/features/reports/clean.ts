import DOMPurify from 'dompurify';
import { trusted } from '../../api/trusted.ts';

// HTML of our own server, without all that could run (R56).
const allowed = { ADD_ATTR: ['aria-describedby'] };

/** Cleans a small part at once. */
export const clean = (html: string) => DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ...allowed });

// A slice with some dozens of elements takes a phone less than the 50 ms that a touch may wait.
const MOST_ELEMENTS = 60;
const SLICE_MS = 5;

/** A cleaned report and the text of its one script. It is cleaned in slices, so that a slow phone answers touches meanwhile. */
export async function cleanReport(html: string): Promise<{ content: DocumentFragment; script: string }> {
  const { body } = new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
  const script = body.querySelector('script')?.textContent ?? '';
  const content = document.createDocumentFragment();
  content.append(...(await cleanNodes([...body.childNodes], pauses())));
  return { content, script };
}

async function cleanNodes(nodes: readonly Node[], pause: () => Promise<void>): Promise<readonly Node[]> {
  const cleaned: Node[] = [];
  for (const node of nodes) {
    if (node instanceof Text) cleaned.push(node);
    if (!(node instanceof Element)) continue;
    await pause();
    // A picture stays whole, because its parts are allowed only inside it.
    const isLarge = node instanceof HTMLElement && node.querySelectorAll('*').length > MOST_ELEMENTS;
    const parts = isLarge ? [...node.childNodes] : [];
    for (const part of parts) part.remove();
    const left = cleanElement(node);
    if (left.includes(node)) node.append(...(await cleanNodes(parts, pause)));
    cleaned.push(...left);
  }
  return cleaned;
}

/** What is left of an element: itself, or of a forbidden one its text. */
function cleanElement(element: Element): readonly Node[] {
  const box = element.ownerDocument.createElement('div');
  box.append(element);
  DOMPurify.sanitize(box, { IN_PLACE: true, ...allowed });
  return [...box.childNodes];
}

/** A function that lets the browser react where the slice has lasted long enough. */
function pauses(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE_MS) return;
    await new Promise<void>((resolve) => setTimeout(resolve));
    began = performance.now();
  };
}
