import type { RequestFacts } from '../http/context.ts';

/** The actor and the request in the audit trail of a job, which acts without a user. `name` stands in place of a request's id. */
export function jobActor(name: string) {
  const request: RequestFacts = {
    id: name,
    address: '',
    cookies: { access: undefined, refresh: undefined, device: undefined },
  };
  return { user: { userId: null, role: 'system' }, request } as const;
}
