import { isAnyChosen } from './chosen-parts.ts';
import { partOf } from './report-moving.ts';

const OFF = 'rz-print-off';

type Extent = 'first' | 'all' | 'chosen';

/** The print options of a report. They hide the other parts on paper and show them again afterwards. */
export class Printing {
  readonly #report: HTMLElement;
  #restore: (() => void)[] = [];
  /** The only part that is printed, if one button asked for it. */
  #only: string | undefined;
  /** One page, everything, or what the boxes say. */
  #extent: Extent = 'chosen';
  #name = '';

  constructor(report: HTMLElement) {
    this.#report = report;
  }

  printOnly(id: string | undefined): void {
    this.#only = id;
    window.print();
  }

  /** The name says in the file's name what is printed. */
  print(extent: Extent, name = ''): void {
    this.#extent = extent;
    this.#name = name;
    window.print();
  }

  prepare(): void {
    this.#takeBack();
    this.#nameFile();
    if (this.#extent === 'first') this.#hideSections();
    if (this.#extent === 'chosen') this.#hideUnchosen();
    // The text to be copied repeats the report.
    const copy = partOf(this.#report, 'documentation');
    if (this.#extent === 'all' && copy) this.#hide(copy);
    if (this.#only !== undefined) this.#hideAround(this.#only);
    this.#hideEmptyFrames();
    this.#hideRepeats();
    this.#open('.rz-fold:not([open])');
    const details = this.#report.querySelector<HTMLInputElement>('[data-report-details]');
    if (this.#extent === 'all' || details?.checked) this.#open('.rz-data:not([open])');
  }

  end(): void {
    this.#takeBack();
    this.#only = undefined;
    this.#extent = 'chosen';
    this.#name = '';
  }

  #takeBack(): void {
    for (const step of this.#restore.reverse()) step();
    this.#restore = [];
  }

  // The browser proposes the title of the page as the name of the file. It also keeps titles in its history, so that this one
  // has no code of a patient.
  #nameFile(): void {
    const before = document.title;
    const title = this.#report.querySelector('h2')?.textContent ?? before;
    document.title = [title.replace(':', ''), this.#name].join(' ').trim();
    this.#restore.push(() => (document.title = before));
  }

  // A key of the browser cannot be refused: without a chosen section it prints all of them.
  #hideUnchosen(): void {
    const only = this.#only;
    if (only === undefined && !isAnyChosen(this.#report)) return;
    for (const box of this.#report.querySelectorAll<HTMLInputElement>('[data-report-section]')) {
      const part = partOf(this.#report, box.dataset['reportSection']);
      const isChosen = only === undefined ? box.checked : only === part?.id;
      if (part && !isChosen) this.#hide(part);
    }
  }

  #hideSections(): void {
    for (const part of this.#report.querySelectorAll('.rz-section, .rz-more')) this.#hide(part);
  }

  #hideAround(id: string): void {
    for (const part of this.#report.children)
      if (part.id !== id && !part.querySelector(`#${CSS.escape(id)}`)) this.#hide(part);
  }

  #hideEmptyFrames(): void {
    for (const frame of this.#report.querySelectorAll('.rz-more')) {
      const parts = [...frame.querySelectorAll('.rz-section')];
      if (parts.every((part) => part.classList.contains(OFF))) this.#hide(frame);
    }
  }

  // A source or a legend is said once.
  #hideRepeats(): void {
    const said = new Set<string>();
    for (const part of this.#report.querySelectorAll('.rz-source, .rz-sources > li')) {
      if (part.closest(`.${OFF}`)) continue;
      const text = part.textContent;
      if (said.has(text)) this.#hide(part);
      said.add(text);
    }
  }

  #hide(part: Element): void {
    if (part.classList.contains(OFF)) return;
    part.classList.add(OFF);
    this.#restore.push(() => part.classList.remove(OFF));
  }

  #open(selector: string): void {
    for (const details of this.#report.querySelectorAll<HTMLDetailsElement>(selector)) {
      details.open = true;
      this.#restore.push(() => (details.open = false));
    }
  }
}
