/** The part of a report with this id. */
export function partOf(report: HTMLElement, id: string | undefined): HTMLElement | null {
  return id ? report.querySelector<HTMLElement>(`#${CSS.escape(id)}`) : null;
}

function linkedPart(report: HTMLElement, link: Element): HTMLElement | null {
  return partOf(report, link.getAttribute('href')?.slice(1));
}

/** Scrolls to the section of a link without a hash in the address: the history belongs to the application. */
export function goToSection(event: Event, report: HTMLElement, link: HTMLElement): void {
  const section = linkedPart(report, link);
  if (!section) return;
  event.preventDefault();
  const fold = section.querySelector<HTMLDetailsElement>(':scope > .rz-fold');
  if (fold) fold.open = true;
  scrollTo(section, 'start');
  section.focus({ preventScroll: true });
}

/** Opens the choice of what is printed and goes there. */
export function openChoice(report: HTMLElement): void {
  const choice = report.querySelector<HTMLDetailsElement>('[data-report-toolbar]');
  if (!choice) return;
  choice.open = true;
  scrollTo(choice, 'center');
  choice.querySelector('input')?.focus({ preventScroll: true });
}

function scrollTo(part: HTMLElement, block: ScrollLogicalPosition): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block });
}

/** Marks the section on the screen in the page overview. Returns a function that removes the marks. */
export function markCurrent(report: HTMLElement): () => void {
  const links = [...report.querySelectorAll('.rz-pages a')];
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = links.find((one) => one.getAttribute('href') === `#${target.id}`);
        if (isIntersecting) link?.setAttribute('aria-current', 'true');
        else link?.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-30% 0px -60% 0px' },
  );
  for (const section of links.map((link) => linkedPart(report, link))) if (section) observer.observe(section);
  return () => {
    observer.disconnect();
    for (const link of links) link.removeAttribute('aria-current');
  };
}

/** Makes a box reachable by keyboard only while it scrolls sideways. Returns a function that undoes this. */
export function makeReachable(box: HTMLElement): () => void {
  const check = () => {
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls === box.hasAttribute('tabindex')) return;
    if (!scrolls) return forget(box);
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', box.dataset['reportScroll'] ?? '');
  };
  const observer = new ResizeObserver(check);
  observer.observe(box);
  return () => {
    observer.disconnect();
    forget(box);
  };
}

function forget(box: HTMLElement): void {
  for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
}
