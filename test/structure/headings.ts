/** The anchor that GitHub gives a heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
