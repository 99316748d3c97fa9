import {
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer, RouteName } from '../../contract/routes.ts';
import { type CallArguments, type CallInput, call, repeatableCall } from './call.ts';
import { session } from './session.ts';

// `always`: without a connection a call fails at once and says so, instead of waiting silently.
export const queryClient = new QueryClient({
  defaultOptions: {
    // A page that is opened again shows the known answers and loads them again: a survey may have been answered meanwhile.
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: 10_000,
      gcTime: 60_000,
      refetchOnMount: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// The loaded answers belong to one user and go with the session (R35).
session.subscribe(() => {
  if (!session.get()) queryClient.clear();
});

type AnswerOptions = { enabled?: boolean };

/** The answer of a call, loaded when the component appears and kept fresh: `const { data, error } = useAnswer('listWindows')`. */
export function useAnswer<Name extends RouteName>(
  name: Name,
  input: CallInput<Name> | null = null,
  { enabled = true }: AnswerOptions = {},
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => {
      // The route's own type decides whether the input may be missing; the caller has been checked against it.
      const rest = [{ ...input, signal }] as unknown as CallArguments<Name>;
      return call(name, ...rest);
    },
    enabled,
  });
}

/** Loads the answers of these calls again for all components that show them. */
export async function refreshAnswers(names: readonly RouteName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** Waits for a change, then for the answers that it makes stale, which are loaded again. Gives the answer of the change. */
export async function refreshing<T>(names: readonly RouteName[], change: Promise<T>): Promise<T> {
  const answer = await change;
  await refreshAnswers(names);
  return answer;
}

type ChangeOptions = {
  /** The calls whose answers a success makes stale: they are loaded again. */
  refreshes?: readonly RouteName[];
};

/**
 * A call that changes something: `const rename = useChange('renameClinician', { refreshes: ['listCliniciansWithCounts'] })`,
 * then `rename.mutate({ body })` and `rename.isPending`. A repetition after a lost answer is the same request to the
 * server, so that nothing happens twice.
 */
export function useChange<Name extends RouteName>(
  name: Name,
  { refreshes = [] }: ChangeOptions = {},
): UseMutationResult<Answer<Name>, Error, CallInput<Name>> {
  const [callOnce] = useState(repeatableCall);
  return useMutation({
    mutationFn: (input: CallInput<Name>) => {
      // The input holds all that the route needs.
      const rest = [input] as unknown as CallArguments<Name>;
      return callOnce(name, ...rest);
    },
    onSuccess: () => refreshAnswers(refreshes),
  });
}
