import { lazyPart } from '../../api/chunk.ts';

// The dialogs over a list of patients. Each is a part of its own, fetched once the list is shown.
export const RegisterPatient = lazyPart(() => import('./RegisterPatient.tsx'));
export const EditPatient = lazyPart(() => import('./EditPatient.tsx'));
export const AssignPatient = lazyPart(() => import('./AssignPatient.tsx'));

export const patientDialogs = [RegisterPatient, EditPatient, AssignPatient];
