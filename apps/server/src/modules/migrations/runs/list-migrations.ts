import { type CallInput, type calls, ProductError, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../../core/calls/index.ts'
import { isAnyOf, isEqual } from '../../../platform/database/index.ts'
import { sentencesOf } from '../../migration-files/index.ts'
import { findMigration, type MigrationReader, migrationOf } from './migration-record.ts'

export const migrationReader = ({ access, caller }: RequestContext): MigrationReader => ({
  mayWrite: access.can('migrations:write', {}),
  person: caller.kind === 'portal_user' && !caller.visit ? caller.user_reference : null,
})

/** `GET /migrations`, the newest first. */
export const listMigrations = (ctx: RequestContext, { query }: CallInput<typeof calls.listMigrations>) =>
  answerTableList(ctx, query, {
    table: 'legacy_migrations',
    // A reference begins with the time at which it was made.
    key: ['migration_id'],
    direction: 'desc',
    conditions: (filter) => [
      isAnyOf('migration_id', filter.migration_ids),
      isAnyOf('migration_state', filter.migration_states),
      isEqual('is_dry_run', filter.is_dry_run),
      filter.date_from ? sql<boolean>`created_at >= ${spanOfDateParameter(filter.date_from).from}` : undefined,
      filter.date_to ? sql<boolean>`created_at < ${spanOfDateParameter(filter.date_to).until}` : undefined,
    ],
    toItems: (rows) => rows.map((row) => migrationOf(row, migrationReader(ctx))),
  })

/** `GET /migrations/{migration_id}/rows`: the rows that ended with a warning or an error, in their order. */
export const listMigrationRows = async (
  ctx: RequestContext,
  { params: { migration_id }, query }: CallInput<typeof calls.listMigrationRows>,
) => {
  if (!(await ctx.read((tx) => findMigration(tx, migration_id)))) throw new ProductError('request.not_found')
  return answerTableList(ctx, query, {
    list: `legacy_migration_rows ${migration_id}`,
    table: 'legacy_migration_rows',
    key: ['file_number', 'row_number'],
    conditions: (filter) => [
      isEqual('migration_id', migration_id),
      isAnyOf('code', filter.codes),
      isAnyOf('file_name', filter.file_names),
    ],
    toItems: (rows) => rows.map((row) => ({ ...row, sentences: row.message === null ? [] : sentencesOf(row.message) })),
  })
}
