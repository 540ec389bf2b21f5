import { type CallInput, type calls, type LegacyMigration, ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../../core/calls/index.ts'
import { beginExportRemoval, sizeOfExport } from '../exports/begin-export-removal.ts'
import { signOff } from '../reconciliation/sign-off.ts'
import { migrationReader } from './list-migrations.ts'
import { reconcileMigrationJob, runMigrationJob } from './migration-job.ts'
import {
  changeMigrationRow,
  isReconcilable,
  lockMigration,
  type MigrationRecord,
  migrationOf,
  notifyOf,
} from './migration-record.ts'

type Body = CallInput<typeof calls.changeMigration>['body']

/**
 * `POST /migrations/{migration_id}`: stops a run after its present rows, lets it go on, reconciles it once more, signs it off, or removes its
 * export.
 * @throws ProductError `request.not_found`, `request.malformed`, `migration.*`
 */
export const changeMigration = async (
  ctx: RequestContext,
  { params: { migration_id }, body }: CallInput<typeof calls.changeMigration>,
): Promise<LegacyMigration> => {
  assertFields(body)
  const size = body.operation === 'remove_export' ? await sizeOfExport(ctx, migration_id) : null
  return ctx.transaction(async (tx) => {
    const changed = size
      ? await beginExportRemoval(ctx, tx, migration_id, size)
      : await change(ctx, tx, await lockMigration(tx, migration_id), body)
    await notifyOf(tx, changed)
    return migrationOf(changed, migrationReader(ctx))
  })
}

const assertFields = ({ operation, note, sample_size }: Body): void => {
  const isSigning = operation === 'sign_off'
  if (isSigning !== (note !== undefined)) {
    throw new ProductError('request.malformed', { reason: 'sign_off needs a note, other operations have none' })
  }
  if (operation !== 'reconcile' && sample_size !== undefined) {
    throw new ProductError('request.malformed', { reason: 'only reconcile has a sample_size' })
  }
}

const change = (
  ctx: RequestContext,
  tx: AuditedTransaction,
  row: MigrationRecord,
  { operation, note = '', sample_size }: Body,
): Promise<MigrationRecord> => {
  if (operation === 'sign_off') return signOff(ctx, tx, row, note)
  if (operation === 'reconcile') return reconcileAgain(ctx, tx, row, sample_size)
  return stopOrResume(ctx, tx, row, operation === 'stop')
}

const stopOrResume = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  row: MigrationRecord,
  is_stopped: boolean,
): Promise<MigrationRecord> => {
  const { migration_id } = row
  if (row.migration_state !== 'Pending' || row.is_stopped === is_stopped) {
    const from = row.is_stopped && row.migration_state === 'Pending' ? 'stopped' : row.migration_state
    throw new ProductError('migration.illegal_transition', { from, to: is_stopped ? 'stopped' : 'Pending' })
  }
  const changed = await changeMigrationRow(tx, migration_id, ctx.actor.reference, { is_stopped })
  if (!is_stopped) await tx.enqueue(runMigrationJob, { client: tx.client, migration_id })
  tx.audit('migration.changed', { migration_id, operation: is_stopped ? 'stop' : 'resume' })
  return changed
}

const reconcileAgain = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  row: MigrationRecord,
  sample_size = 20,
): Promise<MigrationRecord> => {
  const { migration_id } = row
  if (!isReconcilable(row)) {
    throw new ProductError('migration.illegal_transition', {
      from: row.is_dry_run ? 'a dry run' : row.migration_state,
      to: 'reconciled',
    })
  }
  const change = { is_reconciling: true, sample_size }
  const changed = await changeMigrationRow(tx, migration_id, ctx.actor.reference, change)
  await tx.enqueue(reconcileMigrationJob, { client: tx.client, migration_id })
  tx.audit('migration.changed', { migration_id, operation: 'reconcile', sample_size })
  return changed
}
