import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../api/queries.ts';
import { MantineTheme } from '../theme/MantineTheme.tsx';

/** The pages of clinicians and admins: with data from `api/queries.ts` and Mantine's widgets. */
export default function StaffLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineTheme>
        <Outlet />
      </MantineTheme>
    </QueryClientProvider>
  );
}
