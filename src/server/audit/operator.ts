/** The actor in the audit trail for an operator at the terminal. */
export const operator = { userId: null, role: 'operator' } as const;

/** The request of an operator's command. Its id names the person, where the command said who it is. */
export const terminal = {
  id: 'manage',
  address: '',
  cookies: { access: undefined, refresh: undefined, device: undefined },
};

/** Sets who stands in the trail as the person at the terminal. A process runs the commands of one person at a time. */
export function nameOperator(name: string | undefined): void {
  terminal.id = name === undefined ? 'manage' : `manage ${name}`;
}
