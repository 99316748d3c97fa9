import { letPass } from '../../ui/passing.ts';

/**
 * Copies the text that the button names for the clinic's own record. Where the browser refuses, the text is selected
 * instead.
 */
export async function copyText(button: HTMLElement): Promise<void> {
  const box = button.closest('section, .rz-bar');
  if (!box) return;
  const texts = [...box.querySelectorAll<HTMLElement>('[data-report-text]')];
  const text = texts[Number(button.dataset['reportCopy'])] ?? texts[0];
  const status = box.querySelector<HTMLElement>('[data-report-status]');
  if (!text) return;
  const isCopied = await written(text.textContent);
  text.hidden = isCopied && text.matches('.rz-copy-text');
  if (!isCopied) getSelection()?.selectAllChildren(text);
  if (status) say(status, isCopied);
}

/** Says what became of the text. That it was copied is said for a while only. */
function say(status: HTMLElement, isCopied: boolean): void {
  const { reportCopied: copied, reportNotCopied: notCopied } = status.dataset;
  status.toggleAttribute('data-report-kept', !isCopied);
  const said = new Text((isCopied ? copied : notCopied) ?? '');
  status.replaceChildren(said);
  // A later message has taken its place by then, and stays.
  if (isCopied) letPass(() => said.remove());
}

async function written(text: string): Promise<boolean> {
  // Without a secure origin there is no clipboard.
  if (!isSecureContext) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
