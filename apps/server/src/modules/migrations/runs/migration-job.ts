import { Type } from 'typebox'
import type { JobDefinition } from '../../../platform/database/index.ts'

export interface Migrating {
  client: string
  migration_id: string
}

/** The size of an export before it was removed, for the trail. */
export interface Removing extends Migrating {
  files?: number
  bytes?: number
}

/** Reads an export and applies its rows, from where the run got to. */
export const runMigrationJob: JobDefinition<Migrating> = {
  name: 'run_migration',
  payload: Type.Object({ client: Type.String(), migration_id: Type.String() }),
  maxAttempts: 25,
  key: ({ client, migration_id }) => `${client}/${migration_id}`,
}

/** Compares what the source of a run holds with what arrived. */
export const reconcileMigrationJob: JobDefinition<Migrating> = {
  name: 'reconcile_migration',
  payload: Type.Object({ client: Type.String(), migration_id: Type.String() }),
  maxAttempts: 10,
  key: ({ client, migration_id }) => `${client}/${migration_id}`,
}

/** Removes the files of an export whose migration is signed off. */
export const removeExportJob: JobDefinition<Removing> = {
  name: 'remove_migration_export',
  payload: Type.Object({
    client: Type.String(),
    migration_id: Type.String(),
    files: Type.Optional(Type.Integer()),
    bytes: Type.Optional(Type.Integer()),
  }),
  maxAttempts: 25,
  key: ({ client, migration_id }) => `${client}/${migration_id}`,
}

/** Marks legacy recordings as Transferred, which the legacy platform had transferred, once they are processed. */
export const markTransferredJob: JobDefinition<{ client: string }> = {
  name: 'mark_legacy_transferred',
  payload: Type.Object({ client: Type.String() }),
  maxAttempts: 25,
  key: ({ client }) => client,
}
