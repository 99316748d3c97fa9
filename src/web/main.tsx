import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import 'virtual:palette.css';
import './theme/font.css';
import './theme/tokens.css';
import './theme/base.css';
import { loadConfig } from './api/config.ts';
import { ErrorBoundary } from './frame/ErrorBoundary.tsx';
import { AppRoutes, beginLoadedPageCall, openPage, preloadPage } from './routes.tsx';
import { applyScheme } from './theme/scheme.ts';
import { applyTextSize } from './theme/text-size.ts';
import { Navigation } from './ui/navigation.tsx';

applyScheme();
applyTextSize();

// A page from the browser's back-forward memory may still show patients after a logout (R35).
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// Awaited in a function: a part of a page waits until this module has been evaluated.
void start();

async function start(): Promise<void> {
  await Promise.all([loadConfig().then(beginLoadedPageCall), preloadPage()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no root');
  // A transition is rendered in short slices, because one long task would block the first touches on a slow phone.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>
          <Navigation onOpen={openPage}>
            <AppRoutes />
          </Navigation>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
}
