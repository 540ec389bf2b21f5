import { Type } from 'typebox'
import type { JobDefinition } from '../../../platform/database/index.ts'

export interface Migrating {
  client: string
  migration_id: string
}

/** Reads an export and applies its rows, from where the run got to. */
export const runMigrationJob: JobDefinition<Migrating> = {
  name: 'run_migration',
  payload: Type.Object({ client: Type.String(), migration_id: Type.String() }),
  maxAttempts: 25,
  key: ({ client, migration_id }) => `${client}/${migration_id}`,
}
