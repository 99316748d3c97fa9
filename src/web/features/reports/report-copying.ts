/** Copies the text for the clinic's own record. Where the browser refuses, the text is selected instead. */
export async function copyText(report: HTMLElement): Promise<void> {
  const text = report.querySelector<HTMLElement>('[data-report-text]');
  const status = report.querySelector<HTMLElement>('[data-report-status]');
  if (!text) return;
  const isCopied = await written(text.textContent);
  if (!isCopied) getSelection()?.selectAllChildren(text);
  const { reportCopied: copied, reportNotCopied: notCopied } = status?.dataset ?? {};
  if (status) status.textContent = (isCopied ? copied : notCopied) ?? '';
}

async function written(text: string): Promise<boolean> {
  // Without a secure origin there is no clipboard.
  if (!isSecureContext) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
