import { ProductError, type SupportAccess } from '@holdfast/contract'
import type { Kysely } from 'kysely'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'
import { clearAlert } from '../alerts/index.ts'
import { stateAt } from './support-state.ts'
import { keepVisit } from './visit-history.ts'

export const requestColumns = [
  'client',
  'request_reference',
  'role',
  'request_description',
  'requested_by',
  'requested_at',
  'requested_expiry',
  'approval_state',
  'rejection_reason',
  'approval_expiry',
  'approved_by',
  'updated_at',
  'updated_by',
] as const

/** Requests with all columns that the contract has. */
export const selectRequests = (db: Kysely<Tables>) => db.selectFrom('support_access').select(requestColumns)

/** The request with its state at `now`. */
export const asOf = (now: Date, stored: SupportAccess): SupportAccess => ({
  ...stored,
  approval_state: stateAt(stored, now),
})

/** @throws ProductError `request.not_found` */
export const findRequest = async (tx: TenantTransaction, request_reference: string): Promise<SupportAccess> =>
  asOf(tx.now, known(await ofReference(tx, request_reference).executeTakeFirst()))

/**
 * Finds a request, with its current state, and locks it until the transaction ends.
 * @throws ProductError `request.not_found`
 */
export const lockRequest = async (tx: TenantTransaction, request_reference: string): Promise<SupportAccess> =>
  asOf(tx.now, known(await ofReference(tx, request_reference).forUpdate().executeTakeFirst()))

const ofReference = (tx: TenantTransaction, request_reference: string) =>
  selectRequests(tx.db).where('client', '=', tx.client).where('request_reference', '=', request_reference)

/** Counts the requests for a role that are pending, or approved and not expired. */
export const countOpenRequests = async (tx: TenantTransaction, role: string): Promise<number> => {
  const now = tx.now.toISOString()
  const requests = await tx.db
    .selectFrom('support_access')
    .select('request_reference')
    .where('client', '=', tx.client)
    .where('role', '=', role)
    .where((eb) =>
      eb.or([
        eb('approval_state', '=', 'pending').and('requested_expiry', '>', now),
        eb('approval_state', '=', 'approved').and('approval_expiry', '>', now),
      ]),
    )
    .execute()
  return requests.length
}

const known = (stored: SupportAccess | undefined): SupportAccess => {
  if (!stored) throw new ProductError('request.not_found')
  return stored
}

/** A new state, and the fields that change with it. */
type Change = Pick<SupportAccess, 'approval_state'> &
  Partial<Pick<SupportAccess, 'rejection_reason' | 'approval_expiry' | 'approved_by'>>

/**
 * Changes the state of a locked request, and notifies open screens of the account.
 * @returns the changed request
 */
export const changeRequestState = async (
  tx: TenantTransaction,
  request: SupportAccess,
  change: Change,
  updated_by: string,
): Promise<SupportAccess> => {
  const { request_reference } = request
  await keepVisit(tx, request_reference)
  await tx.db
    .updateTable('support_access')
    .set({ ...change, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('request_reference', '=', request_reference)
    .execute()
  await tx.notify(noticeOf(request_reference, change.approval_state))
  await clearAlert(tx, 'support_requested', request_reference)
  return { ...request, ...change, updated_at: tx.now.toISOString(), updated_by }
}

export const noticeOf = (reference: string, state: SupportAccess['approval_state']) => ({
  kind: 'support_access' as const,
  reference,
  state,
  payload_type: null,
  group: null,
})

/** What the trail says of a request with each of its events. */
export const requestDetails = (request: SupportAccess) => {
  const { request_reference, role, request_description, requested_by, requested_expiry, approval_expiry } = request
  return { request_reference, role, request_description, requested_by, requested_expiry, approval_expiry }
}
