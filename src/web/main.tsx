import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import 'virtual:palette.css';
import './theme/font.css';
import './theme/tokens.css';
import './theme/base.css';
import { watchScriptFailures } from './api/script-failure.ts';
import { ErrorBoundary } from './frame/ErrorBoundary.tsx';
import { openPage, AppRoutes, preloadPage } from './routes.tsx';
import { Navigation } from './ui/navigation.tsx';

/** Shows the page that the address names, as soon as its parts have arrived and the configuration is `ready`. */
export async function show(ready: Promise<void>): Promise<void> {
  watchScriptFailures();
  await Promise.all([ready, preloadPage()]);
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
