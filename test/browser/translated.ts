import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openPage, type Site } from './browser.ts';

/**
 * A page that the browser translates as its translators do: each text, also each later one, is replaced by an element that
 * holds it. The words stay the same, so that a test finds them.
 */
export async function openTranslated(site: Site, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(site, options);
  await page.addInitScript(translateTexts);
  return page;
}

/** Runs in the page. */
function translateTexts(): void {
  const untouched = 'script, style, noscript, textarea, title, svg, font';
  const wrap = (text: Text) => {
    if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(untouched)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapBelow = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      addedNodes.forEach(wrapBelow);
      if (target instanceof Text) wrap(target);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Waits for a translated thing, and fails as soon as the page shows an error in its place. */
export async function seen(thing: Locator): Promise<void> {
  const failed = thing
    .page()
    .getByRole('alert')
    .filter({ has: thing.page().getByRole('button', { name: 'Seite neu laden' }) });
  await thing.or(failed).first().waitFor();
  if (await failed.isVisible()) assert.fail(`the page failed: ${await failed.innerText()}`);
  await thing.page().locator('font').first().waitFor({ state: 'attached' });
}
