import type { UserType } from '../../contract/accounts.ts';

/** The signed-in user (product 3.1: user info). */
export type UserInfo = {
  clinicId: string;
  clinicName: string;
  userName: string;
  userType: UserType;
  clinicContact: string;
};
