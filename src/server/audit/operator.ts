/** The actor in the audit trail for an operator at the terminal. */
export const operator = { userId: null, role: 'operator' } as const;

export const terminal = {
  id: 'manage',
  address: '',
  cookies: { access: undefined, refresh: undefined, device: undefined },
};
