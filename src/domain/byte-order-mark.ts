/** The text without the invisible sign that some editors put before it. JSON and Markdown do not know the sign. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');
