// Page overview, print options and copying of a report (product 14). Knows no patient. May be loaded before or after the
// report, more than once, and takes everything back when its script element or the report leaves the page.
(() => {
  'use strict';
  const NAME = 'resonanzReport';
  const STYLE = '/report.css';
  const own = document.currentScript;

  window[NAME]?.stop();

  /** What has to be undone, the last first. */
  let undo = [];
  let report = null;

  function listen(target, type, react, options) {
    target.addEventListener(type, react, options);
    undo.push(() => target.removeEventListener(type, react, options));
  }

  function show(element) {
    if (!element || !element.hidden) return;
    element.hidden = false;
    undo.push(() => (element.hidden = true));
  }

  function release() {
    for (const step of undo.reverse()) step();
    undo = [];
    report = null;
  }

  function enhance() {
    const found = document.querySelector('.rz-report');
    if (found === report) return;
    release();
    report = found;
    if (!report) return;
    addStyle();
    for (const part of report.querySelectorAll('[data-report-toolbar], [data-report-buttons]')) show(part);
    for (const box of report.querySelectorAll('[data-report-scroll]')) makeReachable(box);
    listen(report, 'click', click);
    listen(window, 'beforeprint', beforePrint);
    listen(window, 'afterprint', afterPrint);
    markCurrent();
  }

  // The page that shows the report may bring the style sheet itself.
  function addStyle() {
    if (document.querySelector(`link[rel="stylesheet"][href="${STYLE}"]`)) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = STYLE;
    document.head.append(link);
    undo.push(() => link.remove());
  }

  // A box that scrolls sideways must be reachable by keyboard; one that does not should not stop anybody.
  function makeReachable(box) {
    const check = () => {
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      if (scrolls === box.hasAttribute('tabindex')) return;
      if (scrolls) {
        box.tabIndex = 0;
        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', box.dataset.reportScroll);
      } else forget(box);
    };
    const observer = new ResizeObserver(check);
    observer.observe(box);
    undo.push(() => {
      observer.disconnect();
      forget(box);
    });
  }

  function forget(box) {
    for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
  }

  function click(event) {
    const target = event.target.closest('a, button');
    if (!target || !report.contains(target)) return;
    if (target.matches('.rz-pages a')) goTo(event, target);
    else if (target.matches('[data-report-print]')) window.print();
    else if (target.matches('[data-report-print-only]')) printOnly(target.dataset.reportPrintOnly);
    else if (target.matches('[data-report-copy]')) copy();
  }

  // Without a hash in the address: the history belongs to the application.
  function goTo(event, link) {
    const place = partOf(link.getAttribute('href').slice(1));
    if (!place) return;
    event.preventDefault();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    place.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
    place.focus({ preventScroll: true });
  }

  function partOf(id) {
    return report.querySelector(`#${CSS.escape(id)}`);
  }

  function markCurrent() {
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
    for (const link of links) {
      const place = partOf(link.getAttribute('href').slice(1));
      if (place) observer.observe(place);
    }
    undo.push(() => {
      observer.disconnect();
      for (const link of links) link.removeAttribute('aria-current');
    });
  }

  // ---- Printing -----------------------------------------------------------------------------------------------------

  /** Set while only one part is printed. */
  let only = null;
  let restore = [];

  function printOnly(id) {
    only = id;
    window.print();
  }

  function beforePrint() {
    afterPrint();
    for (const box of report.querySelectorAll('[data-report-section]')) {
      const part = partOf(box.dataset.reportSection);
      if (part && !(only === null ? box.checked : only === part.id)) hideOnPaper(part);
    }
    if (only !== null)
      for (const part of report.children)
        if (!part.querySelector(`#${only}`) && part.id !== only) hideOnPaper(part);
    const frames = report.querySelectorAll('.rz-more');
    for (const frame of frames) {
      const parts = [...frame.querySelectorAll('.rz-section')];
      if (parts.every((part) => part.classList.contains('rz-print-off'))) hideOnPaper(frame);
    }
    if (report.querySelector('[data-report-details]')?.checked) openDetails();
  }

  function hideOnPaper(part) {
    if (part.classList.contains('rz-print-off')) return;
    part.classList.add('rz-print-off');
    restore.push(() => part.classList.remove('rz-print-off'));
  }

  function openDetails() {
    for (const details of report.querySelectorAll('.rz-data:not([open])')) {
      details.open = true;
      restore.push(() => (details.open = false));
    }
  }

  function afterPrint(event) {
    for (const step of restore.reverse()) step();
    restore = [];
    if (event) only = null;
  }

  // ---- Copying ------------------------------------------------------------------------------------------------------

  async function copy() {
    const text = report.querySelector('[data-report-text]');
    const status = report.querySelector('[data-report-status]');
    if (!text) return;
    const done = await navigator.clipboard?.writeText(text.textContent).then(
      () => true,
      () => false,
    );
    if (!done) getSelection()?.selectAllChildren(text);
    if (status) status.textContent = done ? status.dataset.reportCopied : status.dataset.reportNotCopied;
  }

  // ---- Coming and going -----------------------------------------------------------------------------------------------

  const watcher = new MutationObserver(() => {
    if (own && !own.isConnected) stop();
    else if (report && !report.isConnected) release();
  });

  function stop() {
    watcher.disconnect();
    document.removeEventListener('resonanz:report', enhance);
    if (report) afterPrint();
    release();
    if (window[NAME]?.stop === stop) delete window[NAME];
  }

  window[NAME] = { stop };
  document.addEventListener('resonanz:report', enhance);
  watcher.observe(document.documentElement, { childList: true, subtree: true });
  enhance();
})();
