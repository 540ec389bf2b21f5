import { ProductError } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../../core/calls/index.ts'
import { storedJson } from '../../../platform/database/index.ts'
import { migrationReader } from '../runs/list-migrations.ts'
import { changeMigrationRow, isReconcilable, isSignable, type MigrationRecord } from '../runs/migration-record.ts'

/**
 * Signs a locked run off, as the first or the second person.
 * @throws ProductError `migration.not_a_person`, `migration.illegal_transition`, `migration.not_reconciled`, `migration.signed_by_same`
 */
export const signOff = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  row: MigrationRecord,
  note: string,
): Promise<MigrationRecord> => {
  const { migration_id, signatures } = row
  const by = migrationReader(ctx).person
  if (by === null) throw new ProductError('migration.not_a_person')
  const isEnded = isReconcilable(row) && row.migration_state !== 'Failed'
  if (!isEnded || signatures.length >= 2) {
    const from = row.is_dry_run ? 'a dry run' : isEnded ? 'signed by two people' : row.migration_state
    throw new ProductError('migration.illegal_transition', { from, to: 'signed' })
  }
  if (!isSignable(row)) throw new ProductError('migration.not_reconciled')
  if (signatures.some((signature) => signature.by === by)) throw new ProductError('migration.signed_by_same')
  const signed = [...signatures, { by, at: tx.now.toISOString(), note }]
  tx.audit('migration.signed', { migration_id, place: signed.length, note, digest: row.reconciliation?.digest ?? null })
  return changeMigrationRow(tx, migration_id, ctx.actor.reference, { signatures: storedJson(signed) })
}
