import type { Html } from '../print/html.ts';

/** A piece of a line. */
export type Run = {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly code?: true;
  readonly href?: string;
  /** Set off by a frame, with the filling of a band: the class name a report gives it, like "clinical-2". */
  readonly chip?: string;
};
export type Line = readonly Run[];

export type Table = {
  readonly kind: 'table';
  readonly caption?: string;
  readonly head: readonly Line[];
  readonly rows: readonly (readonly Line[])[];
  /** Columns whose cells are numbers, from 0. */
  readonly numeric?: readonly number[];
  /** How wide the columns are to one another; without it as their contents ask for. */
  readonly widths?: readonly number[];
};

export type Figure = {
  readonly kind: 'figure';
  readonly svg: Html;
  /** What the picture says, for who cannot see it. */
  readonly alt: string;
  readonly caption?: string;
  /** How much of the width it takes on paper, above 0 to 1. */
  readonly share?: number;
};

/** What a document is made of: data alone, so that no text of it can become markup, in HTML or in PDF. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly text: string }
  | { readonly kind: 'paragraph'; readonly runs: Line; readonly tone?: 'muted' }
  | { readonly kind: 'note'; readonly tone: 'plain' | 'warning'; readonly runs: Line }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  | Figure
  | { readonly kind: 'columns'; readonly cells: readonly (readonly Block[])[] }
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'page-break' }
  | Table;

export type Document = {
  readonly title: string;
  readonly layout: 'page' | 'slides';
  /** Stands at the foot of each page. */
  readonly footer: string;
  readonly blocks: readonly Block[];
};

export const line = (text: string): Line => [{ text }];

export function heading(level: 2 | 3 | 4, text: string): Block {
  return { kind: 'heading', level, text };
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', runs: line(text) };
}

export function muted(text: string): Block {
  return { kind: 'paragraph', runs: line(text), tone: 'muted' };
}

export function note(tone: 'plain' | 'warning', text: string): Block {
  return { kind: 'note', tone, runs: line(text) };
}

export function list(items: readonly string[]): Block {
  return { kind: 'list', ordered: false, items: items.map((item) => [paragraph(item)]) };
}

/** A table of plain texts. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  more: Pick<Table, 'caption' | 'numeric' | 'widths'> = {},
): Table {
  return { kind: 'table', head: head.map(line), rows: rows.map((row) => row.map(line)), ...more };
}
