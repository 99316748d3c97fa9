/** Who acts, for the audit trail, where an operator works at the terminal. */
export const operator = { userId: null, role: 'operator' } as const;

export const terminal = {
  id: 'manage',
  address: '',
  cookies: { access: undefined, refresh: undefined, device: undefined },
};
