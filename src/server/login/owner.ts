/** The owner of a session or device. */
export type Owner = { accountId: string } | { patientId: string };

export function userIdOf(owner: Owner): string {
  return 'accountId' in owner ? owner.accountId : owner.patientId;
}
