import type { SupportAccess } from '@holdfast/contract'
import { sql } from 'kysely'
import { keepFormer, recordsBefore, type TenantTransaction } from '../../platform/database/index.ts'

type VisitRecord = Pick<SupportAccess, 'requested_by' | 'role' | 'approval_state' | 'approval_expiry'>

const record = sql<VisitRecord>`jsonb_build_object('requested_by', requested_by, 'role', role,
  'approval_state', approval_state, 'approval_expiry', approval_expiry)`

/** Keeps a request before its state changes. Its row is locked. */
export const keepVisit = (tx: TenantTransaction, request_reference: string): Promise<void> =>
  keepFormer(
    tx,
    'visit',
    sql`select request_reference as reference, ${record} as record from support_access
      where client = ${tx.client} and request_reference = ${request_reference}`,
  )

/** Which of the provider's staff could be in the account at a moment, and in which role. */
export const approvedAt = async (tx: TenantTransaction, at: Date): Promise<VisitRecord[]> => {
  const requests = await tx.db
    .selectFrom('support_access')
    .select(['request_reference', record.as('record')])
    .where('client', '=', tx.client)
    .where('requested_at', '<=', at.toISOString())
    .execute()
  const former = await recordsBefore<VisitRecord>(tx, 'visit', at)
  return requests
    .map(({ request_reference, record: present }) => former.get(request_reference) ?? present)
    .filter(
      ({ approval_state, approval_expiry }) =>
        approval_state === 'approved' && approval_expiry !== null && Date.parse(approval_expiry) > at.getTime(),
    )
}
