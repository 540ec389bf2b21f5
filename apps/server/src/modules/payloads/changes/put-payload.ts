import { type CallInput, type calls, type PayloadDetail, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import {
  custodyStatement,
  insertRows,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { assertVersion } from '../../../platform/http/index.ts'
import { partiesOf, partiesStatement } from '../numbers/parties.ts'
import { getPayload, lockPayload } from '../rows/get-payload.ts'
import { amendDetails } from './amend-details.ts'
import { payloadNotice } from './payload-notice.ts'

/**
 * `PUT /payloads/{payload_reference}`: people correct details; what the handset said is kept beside them (docs/decisions/0047).
 * @throws ProductError `payload.not_found`, `auth.forbidden`, `edit.conflict`, `payload.not_amendable`, `payload.personal_number`
 */
export const putPayload = async (
  ctx: RequestContext,
  { params, body: { version, ...wanted } }: CallInput<typeof calls.putPayload>,
): Promise<PayloadDetail> => {
  const { payload_reference } = params
  const groups = await ctx.groups()
  await ctx.transaction(async (tx) => {
    const payload = await lockPayload(tx, payload_reference)
    const group = payload && groups.get(payload.group)
    const question = group && { group, payload_type: payload.payload_type }
    if (!payload || !question || !ctx.access.can('payloads:read', question)) throw new ProductError('payload.not_found')
    ctx.setAuditGroup(payload.group)
    if (!ctx.access.can('payloads:update', question)) throw new ProductError('auth.forbidden')
    // Its details were erased, and nothing would erase new ones.
    if (payload.payload_state === 'Destroyed') throw new ProductError('payload.not_amendable')
    assertVersion(version, payload.amendments)
    const changed = amendDetails(payload, wanted, { at: tx.now.toISOString(), by: ctx.actor.reference })
    if (!changed) return tx.audit('record.unchanged', { payload_reference })
    const { before, after, amendments } = changed
    const reason = after.is_personal === undefined ? null : (wanted.personal?.reason ?? null)
    await store(tx, payload, { ...changed, reason })
    const details = { version: amendments.version, before, after, ...(reason !== null && { reason }) }
    await tx.executeAll([
      ...addedParties(payload, after.party_names ?? []),
      custodyStatement(tx, [{ actor: ctx.actor, payload_reference, event: 'payload.amended', details }]),
      noticesStatement(tx, [payloadNotice(payload, payload.payload_state)]),
    ])
    tx.audit('payload.amended', { payload_reference, ...details })
  })
  return getPayload(ctx, { params })
}

const insertAmendments = insertRows('payload_amendments', [
  'payload_reference',
  'version',
  'amended_by',
  'amended_at',
  'before',
  'after',
  'reason',
])

type Change = NonNullable<ReturnType<typeof amendDetails>> & { reason: string | null }

const store = async (
  tx: TenantTransaction,
  { payload_reference }: PayloadRow,
  { before, after, reason, amendments, is_personal_number }: Change,
): Promise<void> => {
  const { version, updated_at, updated_by } = amendments
  const row = { payload_reference, version, amended_by: updated_by, amended_at: updated_at, before, after, reason }
  await tx.executeAll([insertAmendments(tx.client, [row])])
  await tx.db
    .updateTable('payloads')
    .set({ amendments: JSON.stringify(amendments), is_personal_number, updated_at, updated_by })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
}

/** The search finds a number by the names that people gave it, too. */
const addedParties = (
  { client, group, payload_type, numbers }: PayloadRow,
  named: readonly { phone_number: string | null; name: string | null }[],
) => {
  const second_parties = named.flatMap(({ phone_number, name }) => (name === null ? [] : [{ phone_number, name }]))
  if (second_parties.length === 0) return []
  return [partiesStatement(client, partiesOf({ group, payload_type, numbers, meta: { second_parties } }))]
}
