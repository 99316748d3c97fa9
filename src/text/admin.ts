/** The admin's home (product 2.16). */
export const adminText = {
  title: 'Verwaltung',
  patients: 'Patient*innen',
  employees: 'Mitarbeitende',
} as const;
