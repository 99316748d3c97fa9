import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import type { Elements } from '../ui/elements.ts';

/** The pages behind the login that load and change data with `api/queries.ts`. */
export default function WithQueries({ children }: { children: Elements }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
