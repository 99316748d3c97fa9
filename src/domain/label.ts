const MAX_LABEL_LENGTH = 255;

/** Whether a text can be a label, as a System-ID is: one well-formed line of at most 255 UTF-16 units (product 13). */
export function isLabelText(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && !/\p{Cc}/u.test(text) && text.isWellFormed();
}
