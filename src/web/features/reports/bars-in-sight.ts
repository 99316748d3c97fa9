/**
 * Keeps the focused element out of the bars that stay at the top while a report scrolls (WCAG 2.4.11): the ways to other
 * pages, and the tools of the report below them. Their buttons break into lines, so only the page itself knows how high they
 * are. Returns a function that undoes this.
 */
export function watchBars(report: HTMLElement): () => void {
  const ways = report.parentElement?.firstElementChild;
  const tools = report.querySelector<HTMLElement>('.rz-bar');
  const root = document.documentElement.style;
  const measure = () => {
    const above = edgeOf(ways);
    if (tools) tools.style.top = above === 0 ? '' : `${above}px`;
    const lowest = Math.max(above, edgeOf(tools));
    root.scrollPaddingTop = lowest === 0 ? '' : `calc(${lowest}px + 0.75rem)`;
  };
  const observer = new ResizeObserver(measure);
  for (const bar of [ways, tools]) if (bar) observer.observe(bar);
  // In another window a bar may begin to stay without a change of its size.
  window.addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', measure);
    root.scrollPaddingTop = '';
  };
}

/** The lower edge of a bar that stays at the top; 0 for one that scrolls away. */
function edgeOf(bar: Element | null | undefined): number {
  if (!(bar instanceof HTMLElement)) return 0;
  const { position, top } = getComputedStyle(bar);
  return position === 'sticky' ? Number.parseFloat(top) + bar.offsetHeight : 0;
}
