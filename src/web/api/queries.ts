import {
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../contract/routes.ts';
import { type Callable, type CallArguments, type CallInput, call, repeatableCall } from './call.ts';
import { arrivedAnswer, takeBegun } from './early-calls.ts';
import { isAwayForNow, pauseAfter } from './failure.ts';
import { session } from './session.ts';

const QUIET_REPEATS = 2;
const SLOW_MS = 10_000;

// `always`: a call without a connection fails at once instead of waiting silently.
export const queryClient = new QueryClient({
  defaultOptions: {
    // A page opened again shows the known answers and reloads them, because a survey may have been answered meanwhile.
    queries: {
      networkMode: 'always',
      // What failed without a connection is loaded again when the connection is back.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      // A server that is away for now is asked again by itself. The page then says so, and asks on more slowly.
      retry: (count, error) => isAwayForNow(error) && count < QUIET_REPEATS,
      retryDelay: (_count, error) => pauseAfter(error, SLOW_MS),
      refetchInterval: ({ state }) => (isAwayForNow(state.error) ? SLOW_MS : false),
      staleTime: 10_000,
      gcTime: 60_000,
      refetchOnMount: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// The loaded answers belong to one user and are removed with the session (R35).
session.subscribe(() => {
  if (!session.get()) queryClient.clear();
});

type AnswerOptions = { enabled?: boolean };

/** Loads the answer of a call with the component and keeps it fresh: `const { data, error } = useAnswer('listWindows')`. */
export function useAnswer<Name extends Callable>(
  name: Name,
  input: CallInput<Name> | null = null,
  { enabled = true }: AnswerOptions = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => {
      // The type of the route decides if the input may be missing. The caller was checked against it.
      const rest = [{ ...input, signal }] as unknown as CallArguments<Name>;
      return takeBegun(name, input) ?? call(name, ...rest);
    },
    initialData: () => arrivedAnswer(name, input),
    enabled,
  });
}

/** Reloads the answers of these calls for all components. */
export async function refreshAnswers(names: readonly Callable[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** Waits for a change, then reloads the stale answers. Returns the answer of the change. */
export async function refreshing<T>(names: readonly Callable[], change: Promise<T>): Promise<T> {
  const answer = await change;
  await refreshAnswers(names);
  return answer;
}

type ChangeOptions = {
  /** The calls with stale answers after a success. They are loaded again. */
  refreshes?: readonly Callable[];
};

/**
 * A call with an effect: `const rename = useChange('renameClinician', { refreshes: ['listCliniciansWithCounts'] })`,
 * then `rename.mutate({ body })` and `rename.isPending`. The server takes a repetition after a lost answer for the same
 * request, so that the effect happens once.
 */
export function useChange<Name extends Callable>(
  name: Name,
  { refreshes = [] }: ChangeOptions = {},
): UseMutationResult<Answer<Name>, Error, CallInput<Name>> {
  const [callOnce] = useState(repeatableCall);
  return useMutation({
    mutationFn: (input: CallInput<Name>) => {
      // The input is complete for the route.
      const rest = [input] as unknown as CallArguments<Name>;
      return callOnce(name, ...rest);
    },
    onSuccess: () => refreshAnswers(refreshes),
  });
}
