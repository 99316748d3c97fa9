import type { ScoreChange } from '../../domain/scoring-change.ts';
import type { Html } from './html.ts';
import type { ShownBand } from './scale-row.ts';

/** A chart and its description for a screen reader. */
export type Picture = { readonly svg: Html; readonly alt: string };

/** A piece of a line. */
export type Run = {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly code?: true;
  readonly href?: string;
  /** The text is the name of this band: a frame with the colour of the band. */
  readonly chip?: Pick<ShownBand, 'tone' | 'rank'>;
  /** The text says how a score has changed: with the mark of the course charts before it. */
  readonly mark?: ScoreChange['kind'];
  /** The beginning of the text that a phone shows. The rest is said to a screen reader only. */
  readonly short?: string;
  /** A picture as high as the line, in place of the text. */
  readonly picture?: Picture;
};
export type Line = readonly Run[];

/** Rows under a title of their own. */
export type RowGroup = { readonly title: string; readonly rows: readonly (readonly Line[])[] };

export type Table = {
  readonly kind: 'table';
  readonly caption?: string;
  /** The name of the table for a screen reader, where no caption is shown. */
  readonly label?: string;
  /**
   * On a phone a summary shows each row as a small card; in answers the first column is the widest. On paper answers, and
   * the points of a long course, stand in two halves side by side.
   */
  readonly look?: 'summary' | 'answers' | 'points';
  readonly head: readonly Line[];
  readonly rows: readonly (readonly Line[])[];
  readonly groups?: readonly RowGroup[];
  /** Explains the marks of the cells whose words a phone leaves out. */
  readonly legend?: Line;
  /** Columns whose cells are numbers, from 0. */
  readonly numeric?: readonly number[];
  /** The widths of the columns in proportion, for paper. Without them the contents decide. */
  readonly widths?: readonly number[];
};

export type Figure = Picture & {
  readonly kind: 'figure';
  readonly caption?: string;
  /** How much of the width it takes on paper, above 0 to 1. */
  readonly share?: number;
  /** Too wide for a phone: it scrolls there in a box of this name. */
  readonly scrolls?: string;
};

/** A picture of the screen in a document: a WebP file beside it. */
export type Image = {
  readonly kind: 'image';
  readonly src: string;
  readonly alt: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** A score, its band, its interval, and how it has changed. */
export type ScoreLine = {
  readonly kind: 'score-line';
  /** Above the line, or before it in a card or in plain text. */
  readonly title?: { readonly level: HeadingLevel; readonly text: string };
  readonly value: string;
  readonly band: ShownBand | null;
  readonly interval: string;
  readonly changes: readonly { readonly kind: ScoreChange['kind']; readonly text: string }[];
};

/** A part of a document that the page overview leads to, unless it is `unlisted`. */
export type Section = {
  readonly kind: 'section';
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3;
  readonly look?: 'overview' | 'good-news' | 'help' | 'flags' | 'seen';
  readonly unlisted?: true;
  /** On the screen the section is closed and shows this line beside its title. */
  readonly folded?: Line;
  readonly blocks: readonly Block[];
};

export type Group = {
  readonly kind: 'group';
  readonly look: 'scale' | 'more' | 'event' | 'seen-event';
  /** The page overview leads to the group, too. */
  readonly place?: { readonly id: string; readonly title: string };
  /** The open event that the blocks are about. The page around the report adds its button there. */
  readonly event?: string;
  readonly blocks: readonly Block[];
};

/** Blocks that are folded on the screen and unfolded on paper, or shown only on one of them. */
export type Disclosure = {
  readonly kind: 'disclosure';
  readonly title: string;
  readonly only?: 'screen' | 'paper';
  readonly blocks: readonly Block[];
};

/** Blocks that stand side by side if there is room. Of `charts` paper has room for the last one only. */
export type Columns = {
  readonly kind: 'columns';
  readonly look: 'cards' | 'card' | 'briefs' | 'multiples' | 'scale' | 'notes' | 'pair' | 'charts';
  readonly cells: readonly (readonly Block[])[];
  /** The edge of the card says that its scale became reliably worse since the last measurement. */
  readonly worse?: boolean;
};

/** The bands of a scale with their ranges; `phone` shows them only where the chart has no room for their names. */
export type Bands = {
  readonly kind: 'bands';
  readonly bands: readonly ShownBand[];
  readonly phone: boolean;
};

/** Links to the sections of the document, and the choice of those that are printed. Only on the screen. */
export type Nav = {
  readonly kind: 'nav';
  readonly title: string;
  /** The title of the choice, and whether answers can be printed, too. */
  readonly choice: string;
  readonly withAnswers: boolean;
};

/** The bar of a report that stays in sight: texts to be copied, and printing. Only on the screen. */
export type Tools = {
  readonly kind: 'tools';
  readonly copies: readonly { readonly name: string; readonly text: string }[];
};

export type Paragraph = {
  readonly kind: 'paragraph';
  readonly runs: Line;
  readonly tone?: 'lead' | 'muted' | 'source';
};

/** Text to be copied as it is. */
export type Plain = {
  readonly kind: 'plain';
  readonly text: string;
  /** On the screen a button copies the text, and another one prints this section alone. */
  readonly section?: string;
};

export type HeadingLevel = 2 | 3 | 4;

/**
 * What a document is made of: data alone, so that no text of it can become markup, neither in HTML nor in PDF. Levels
 * count from the title of the document, which has level 1.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly text: string }
  | { readonly kind: 'note'; readonly tone: 'plain' | 'warning' | 'danger'; readonly runs: Line }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly tone?: 'muted';
      /** No page break on paper. */
      readonly together?: true;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | Group
  | Disclosure
  | { readonly kind: 'colophon'; readonly title: string; readonly text: string }
  | { readonly kind: 'page-break' }
  | Bands
  | Columns
  | Figure
  | Image
  | Nav
  | Paragraph
  | Plain
  | ScoreLine
  | Section
  | Table
  | Tools;

/** A name and its value, and what a screen reader says in place of a value made of signs. */
export type Fact = readonly [name: string, value: string, spoken?: string];

export type Document = {
  readonly title: string;
  /** A sheet is of half the size, and each heading begins a new one. */
  readonly layout: 'page' | 'slides' | 'sheet';
  /** Stands at the foot of each page. */
  readonly footer: string;
  readonly blocks: readonly Block[];
};

/** A result report: a document that the page of the product shows, under the name of the product. */
export type Report = Document & {
  readonly product: string;
  readonly facts: readonly Fact[];
  /** The facts stand at the end: they say nothing to a patient who wants to know the result. */
  readonly factsLast?: boolean;
};

/** The marks of a change, the same as in the course charts. */
export const glyphs = {
  recovered: '●',
  improved: '●',
  unchanged: '○',
  hint: '□',
  worse: '■',
} as const satisfies Record<ScoreChange['kind'], string>;

export const line = (text: string): Line => [{ text }];

/** The words of a line without their looks. */
export const wordsOf = (runs: Line): string => runs.map(({ text }) => text).join('');

export function heading(level: HeadingLevel, text: string): Block {
  return { kind: 'heading', level, text };
}

export function paragraph(content: string | Line): Paragraph {
  return { kind: 'paragraph', runs: typeof content === 'string' ? line(content) : content };
}

export function muted(text: string): Block {
  return { kind: 'paragraph', runs: line(text), tone: 'muted' };
}

/** The source of a figure, or the meaning of its marks. */
export function source(text: string): Block {
  return { kind: 'paragraph', runs: line(text), tone: 'source' };
}

export function note(tone: 'plain' | 'warning', text: string): Block {
  return { kind: 'note', tone, runs: line(text) };
}

export function list(items: readonly string[], more: { readonly tone?: 'muted' } = {}): Block {
  return { kind: 'list', ordered: false, items: items.map((item) => [paragraph(item)]), ...more };
}

export function disclosure(title: string, blocks: readonly Block[]): Disclosure {
  return { kind: 'disclosure', title, blocks };
}

/** The name of a band in its colour. */
export function bandChip(band: ShownBand | null): Line {
  return band ? [{ text: band.label, chip: band }] : [];
}

/** A table of plain texts. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  more: Pick<Table, 'caption' | 'label' | 'look' | 'numeric' | 'widths'> = {},
): Table {
  return { kind: 'table', head: head.map(line), rows: rows.map((row) => row.map(line)), ...more };
}
