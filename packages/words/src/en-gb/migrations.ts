/** Migrations from legacy platforms. */
export const migrations = {
  'page.migrations': 'Migrations',
  'noun.migrations': 'migrations',
  'noun.migration_exports': 'exports of the legacy platform',
  'done.migration.settings_updated': 'Changed what migrations leave alone',
  'done.migration.part_uploaded': 'Uploaded a part of an export',
  'done.migration.started': 'Started a migration',
  'done.migration.changed': 'Stopped or resumed a migration',
  'done.migration.finished': 'Finished a migration',
  'tried.PUT /account/migration': 'Tried to change what migrations leave alone',
  'tried.PUT /migration_exports/{folder}': 'Tried to upload a part of an export',
  'tried.POST /migrations': 'Tried to start a migration',
  'tried.POST /migrations/{migration_id}': 'Tried to stop or resume a migration',
  'param.migration_id': 'Migration',
  'param.folder': 'Folder',
} as const
