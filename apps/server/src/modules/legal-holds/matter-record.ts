import { generalMatter, ProductError } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

export const matterColumns = [
  'client',
  'matter_reference',
  'title',
  'reason',
  'review_on',
  'is_closed',
  'owner',
  'members',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'version',
] as const

export type MatterRow = Pick<Selectable<Tables['matters']>, (typeof matterColumns)[number]>

export const matters = versionedTable({ table: 'matters', key: 'matter_reference', columns: matterColumns })

/**
 * The matter of new holds. The general one is made when it is first needed, and opened again if somebody closed it.
 * @throws ProductError `request.not_found`, `matter.closed`
 */
export const lockMatterForHolds = async (
  tx: AuditedTransaction,
  matter_reference: string,
  placed_by: string,
): Promise<MatterRow> => {
  const known = await matters.lock(tx, matter_reference)
  if (known?.is_closed && matter_reference === generalMatter) {
    const [before, after] = [{ is_matter_closed: true }, { is_matter_closed: false }]
    tx.audit('matter.saved', { matter_reference, before, after })
    return matters.replace(tx, matter_reference, { is_closed: false }, placed_by)
  }
  if (known?.is_closed) throw new ProductError('matter.closed')
  if (known) return known
  if (matter_reference !== generalMatter) throw new ProductError('request.not_found')
  const fields = { title: 'General', reason: 'Holds that were placed without a matter of their own', is_closed: false }
  return matters.insert(
    tx,
    generalMatter,
    { ...fields, review_on: null, owner: null, members: [], created_by: placed_by },
    placed_by,
  )
}

/** Open screens of people who may open it read the matter again. */
export const notifyOfMatter = (
  tx: TenantTransaction,
  { matter_reference: reference, owner, members }: Pick<MatterRow, 'matter_reference' | 'owner' | 'members'>,
): Promise<void> => {
  const people = owner === null ? members : [owner, ...members]
  const audience = { people, roles: [] }
  return tx.notify({ kind: 'matter', reference, state: null, payload_type: null, group: null, audience })
}
