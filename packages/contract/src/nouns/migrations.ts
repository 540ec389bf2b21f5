import { noun } from './noun.ts'

/** Imports of what a legacy recording platform exported. */
export const migrations = noun({
  name: 'migration',
  actions: {
    'migrations:read': 'See migrations from the legacy platform',
    'migrations:write': 'Run migrations and change their settings',
  },
  limitedBy: 'account',
  // Those that had them before they were used have them from packages/access.
  roles: {},
  events: [
    'settings_updated',
    'part_uploaded',
    'started',
    'changed',
    'finished',
    'reconciled',
    'signed',
    'export_removal_begun',
    'export_removed',
  ],
  errors: {
    illegal_transition: [409, 'A migration that is {from} cannot become {to}'],
    no_export: [404, 'There is no complete export in this folder'],
    running: [409, 'A migration of this account is under way already'],
    bad_columns: [400, 'The columns cannot be read like this: {reason}'],
    not_reconciled: [409, 'Reconcile the migration first: its last result is not up to date'],
    signed_by_same: [409, 'Two different people sign a migration off'],
    not_a_person: [403, 'Only people of the account sign a migration off or remove its export'],
    not_signed: [409, 'Two people sign a migration off before its export is removed'],
    export_in_use: [409, 'Another run of this export has not ended'],
    export_changed: [
      409,
      'Files came or changed since this run read the export: migrate it again, reconcile it and have it signed off',
    ],
    export_held: [
      409,
      'Rows of this migration were not imported and legal holds are active: the export may have the only copy of what they reach',
    ],
    export_removed: [409, 'This export was removed, or is being removed'],
    part_too_large: [413, 'A part of a file has at most {most} bytes'],
  },
  live: { action: 'migrations:read', reference: 'migration_id' },
})
