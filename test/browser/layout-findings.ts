import type { Page } from 'playwright-core';

// Whether everything on a page can be read and reached. Each finding names the element and what is wrong with it. The
// inner functions travel to the page with the outer ones, so the linter's rule about their place does not apply.

/** The texts that reach beyond the window, or beyond a box that cuts them off or scrolls. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('.visually-hidden, select, svg, [data-scrolls]')) continue;
      // Only screen readers read it.
      if (getComputedStyle(parent).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const boxes = boxesOf(parent).map((box) => box.getBoundingClientRect());
      const first = Math.max(...boxes.map((box) => box.left));
      const last = Math.min(...boxes.map((box) => box.right));
      if (width > 0 && (right > last + 1 || left < first - 1)) found.push(text.textContent ?? '');
    }
    return found;
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function boxesOf(element: Element): Element[] {
      const boxes: Element[] = [document.documentElement];
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, borderRightWidth } = getComputedStyle(box);
        if (overflowX !== 'visible' || parseFloat(borderRightWidth) > 0) boxes.push(box);
      }
      return boxes;
    }
  });
}

/** What does not fit: the page is wider than the window, a hidden overflow swallows content, a control lies outside. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > window.innerWidth) {
      const widest = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
      );
      found.push(`the page is ${scrollWidth} px wide, up to ${widest.slice(-1).map(nameOf).join('')}`);
    }
    const shown = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, svg');
    for (const element of shown.querySelectorAll('*')) {
      if (!isShown(element)) continue;
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      if (clipPath !== 'none') continue;
      const { clientWidth, clientHeight } = element;
      if (overflowX === 'hidden' && element.scrollWidth > clientWidth + 1)
        found.push(`${nameOf(element)} cuts off ${element.scrollWidth - clientWidth} px of its width`);
      if (overflowY === 'hidden' && element.scrollHeight > clientHeight + 1)
        found.push(`${nameOf(element)} cuts off ${element.scrollHeight - clientHeight} px of its height`);
    }
    for (const group of shown.querySelectorAll('fieldset:has(> legend:not(.visually-hidden))'))
      if (/grid|flex/.test(getComputedStyle(group).display))
        found.push(`WebKit puts the legend of ${nameOf(group)} into its upper edge`);
    for (const control of shown.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const { left, right, bottom } = control.getBoundingClientRect();
      // The link to the content lies above the page until it has the focus.
      if (!isShown(control) || bottom < 0 || control.closest('[data-scrolls]')) continue;
      if (left < -1 || right > window.innerWidth + 1)
        found.push(`${nameOf(control)} reaches from ${left} to ${right} px`);
    }
    return found;
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function nameOf(element: Element): string {
      const text = (element.textContent ?? '').trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.className} "${text}"`;
    }
  });
}

/** The elements that would still move or fade although the person asked for less motion. */
export function movements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const longest = (durations: string) => Math.max(...durations.split(',').map(parseFloat));
    return [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
      const turns = animationName === 'none' ? 0 : longest(animationDuration);
      const seconds = Math.max(longest(transitionDuration), turns);
      return seconds > 0.01 ? [`${element.tagName}.${element.className} moves for ${seconds} s`] : [];
    });
  });
}

/** The wrong entries whose error no screen reader reads with them. */
export function untiedErrors(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[aria-invalid=true]:not([title])')].flatMap((control) => {
      const named = (control.getAttribute('aria-describedby') ?? '').split(' ');
      const isTied = named.some((id) => {
        const error = document.getElementById(id);
        return error?.hasAttribute('aria-live') && error.textContent !== '';
      });
      return isTied
        ? []
        : [`${control.tagName.toLowerCase()}#${control.id} is wrong without naming its error`];
    }),
  );
}

/**
 * The controls that are covered while they have the focus (WCAG 2.4.11), or that show no ring. Goes through them
 * forwards and backwards, because a bar at the top covers on the way up and a bar at the bottom on the way down.
 */
export async function coveredInFocus(page: Page): Promise<string[]> {
  // A ring is shown after a key only. This one does nothing else.
  await page.keyboard.press('F9');
  return page.evaluate(() => {
    const open = document.querySelectorAll('dialog[open], [role=menu]');
    const shown = [...open].at(-1) ?? document.body;
    const controls = [
      ...shown.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]',
      ),
    ].filter((control) => isReached(control) && control.checkVisibility({ visibilityProperty: true }));
    const found = new Set<string>();
    const { activeElement: before } = document;
    for (const control of [...controls, ...controls.toReversed()]) {
      // A control that has the focus already would not scroll into view.
      control.blur();
      control.focus();
      const name = `${control.tagName.toLowerCase()} "${(control.textContent ?? '').trim().slice(0, 40)}"`;
      if (document.activeElement !== control) continue;
      if (isCovered(control)) found.add(`${name} is covered while it has the focus`);
      if (!hasRing(control)) found.add(`${name} shows no ring`);
    }
    // Back to where the person was.
    if (before instanceof HTMLElement && before !== document.body) before.focus();
    else controls[0]?.blur();
    return [...found];
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function isReached(control: HTMLElement): boolean {
      return control.tabIndex >= 0 || control.matches('[role^=menuitem]');
    }
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function isCovered(control: HTMLElement): boolean {
      const box = control.closest('label') ?? control;
      const { top, bottom } = control.getBoundingClientRect();
      // In a box that scrolls sideways the browser is content with a part of it.
      const view = control.closest('[data-scrolls]')?.getBoundingClientRect();
      // A link that goes on in the next line has a box for each line.
      const lines = [...control.getClientRects()].filter(({ width }) => width > 0);
      const ends = [lines.at(0), lines.at(Math.floor(lines.length / 2)), lines.at(-1)];
      const points = ends.flatMap((line, index) => {
        if (!line) return [];
        const left = Math.max(line.left, view?.left ?? line.left);
        const right = Math.min(line.right, view?.right ?? line.right);
        const heights = [line.top + 2, (line.top + line.bottom) / 2, line.bottom - 2];
        return [document.elementFromPoint((left + right) / 2, heights[index] ?? line.top)];
      });
      const seen = points.filter((hit) => hit && (box.contains(hit) || hit.contains(box)));
      // Of a field with several lines the browser shows the line with the cursor.
      return bottom - top < window.innerHeight / 2 && !control.matches('textarea')
        ? seen.length < points.length
        : seen.length === 0;
    }
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    function hasRing(control: HTMLElement): boolean {
      const boxes = [control, control.closest('label'), control.parentElement];
      const styles = boxes.flatMap((box) => (box ? [getComputedStyle(box)] : []));
      return [...styles, getComputedStyle(control, '::after')].some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      );
    }
  });
}

/** The texts whose words the browser may divide at the end of a line: any word of a question, and short ones elsewhere. */
export function dividedTexts(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, legend, p, li, dd, label:not([data-option])').evaluateAll((texts) =>
    texts
      .filter((text) => {
        const style = getComputedStyle(text);
        const sparesShort = style.getPropertyValue('hyphenate-limit-chars') !== 'auto';
        return style.hyphens === 'auto' && !(sparesShort && !text.closest('[data-item]'));
      })
      .map(({ textContent }) => textContent ?? ''),
  );
}

/** The targets smaller than 44 px. Links inside a sentence do not count, because the line height limits them. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SMALLEST = 44;
    const open = document.querySelector('dialog[open]') ?? document.body;
    const controls = open.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=menuitemradio]',
    );
    return [...controls].flatMap((control) => {
      const target = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : control;
      if (!target?.checkVisibility({ visibilityProperty: true }) || target.matches('[aria-hidden=true]'))
        return [];
      if (target.matches('a') && getComputedStyle(target).display === 'inline') return [];
      const { width, height, bottom } = target.getBoundingClientRect();
      // The link to the content lies outside the page until it has the focus.
      if (bottom < 0 || (width >= SMALLEST - 0.5 && height >= SMALLEST - 0.5)) return [];
      return [`${target.tagName} ${target.textContent?.trim() ?? ''} ${width} × ${height}`];
    });
  });
}
