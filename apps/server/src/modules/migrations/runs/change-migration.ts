import { type CallInput, type calls, type LegacyMigration, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { mayMigrate } from './list-migrations.ts'
import { runMigrationJob } from './migration-job.ts'
import { changeMigrationRow, lockMigration, migrationOf, notifyOf } from './migration-record.ts'

/**
 * `POST /migrations/{migration_id}`: stops a run after its present rows, or lets it go on.
 * @throws ProductError `request.not_found`, `migration.illegal_transition`
 */
export const changeMigration = (
  ctx: RequestContext,
  { params: { migration_id }, body: { operation } }: CallInput<typeof calls.changeMigration>,
): Promise<LegacyMigration> =>
  ctx.transaction(async (tx) => {
    const row = await lockMigration(tx, migration_id)
    const is_stopped = operation === 'stop'
    if (row.migration_state !== 'Pending' || row.is_stopped === is_stopped) {
      const from = row.is_stopped && row.migration_state === 'Pending' ? 'stopped' : row.migration_state
      throw new ProductError('migration.illegal_transition', { from, to: is_stopped ? 'stopped' : 'Pending' })
    }
    const changed = await changeMigrationRow(tx, migration_id, ctx.actor.reference, { is_stopped })
    if (!is_stopped) await tx.enqueue(runMigrationJob, { client: tx.client, migration_id })
    await notifyOf(tx, changed)
    tx.audit('migration.changed', { migration_id, operation })
    return migrationOf(changed, mayMigrate(ctx))
  })
