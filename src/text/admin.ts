/** The admin's home (spec 2). */
export const adminText = {
  title: 'Verwaltung',
  patients: 'Patient*innen',
  employees: 'Mitarbeitende',
} as const;
