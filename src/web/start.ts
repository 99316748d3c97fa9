import { loadConfig } from './api/config.ts';
import { logFailedCall } from './api/log.ts';
import { beginPageCalls } from './first-calls.ts';
import { applyScheme } from './theme/scheme.ts';
import { applyTextSize } from './theme/text-size.ts';

applyScheme();
applyTextSize();

// A page from the browser's back-forward memory may still show patients after a logout (R35).
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// This small file comes first: the page asks for its data while the libraries are still on their way.
function begin(): void {
  const begun = loadConfig()
    .catch((error: unknown) => logFailedCall('the configuration could not be loaded', error))
    .then(() => beginPageCalls({ isLoading: true }));
  void import('./main.tsx').then(({ show }) => show(begun));
}

// Where this browser cannot show the pages, index.html has said so.
if (!document.documentElement.hasAttribute('data-unable')) begin();
