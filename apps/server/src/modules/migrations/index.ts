import type { Handlers } from '../../core/calls/index.ts'

const notBuilt = () => {
  throw new Error('not built yet')
}

export const migrationHandlers = {
  getAccountMigration: notBuilt,
  putAccountMigration: notBuilt,
  listMigrations: notBuilt,
  listMigrationExports: notBuilt,
  uploadMigrationPart: notBuilt,
  startMigration: notBuilt,
  changeMigration: notBuilt,
  listMigrationRows: notBuilt,
} satisfies Partial<Handlers>
