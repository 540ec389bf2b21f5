import { calls } from '@holdfast/contract'
import {
  expireGivenRole,
  expireRequest,
  type GivenRole,
  openAccessRequest,
  rejectRequest,
  settleApproved,
  storeGivenRole,
  type TenantTransaction,
  whoIsAsked,
} from '@holdfast/server'
import type { ScenarioRequest } from './access-scenarios.ts'
import { named } from './named.ts'
import { at, callOf, type Past, replay, timeAt } from './replay.ts'
import { hourMs } from './time-spans.ts'

/** Replays a request for access, and its decision or expiry. */
export const askAndDecide = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { by, hoursAgo, action, payload_type, reason, hours, decision }: ScenarioRequest,
  index: number,
): Promise<void> => {
  const seed = `request ${index} for access`
  const asking = { ...callOf(calls.requestAccess), person: named(by, people), at: anchor - hoursAgo * hourMs, seed }
  const opened = await replay(tx, asking, async (then) => {
    const wanted = { action, group: null, payload_type: payload_type ?? null }
    const asked = await whoIsAsked(then, by, wanted)
    const body = { action, ...(payload_type && { payload_type }), reason, hours }
    return openAccessRequest(then, { body, requested_by: by, asked })
  })
  const { access_request_reference } = opened
  if (!decision) {
    const end = Date.parse(opened.expires_at)
    if (end <= anchor) await expireRequest(at(tx, end), access_request_reference)
    return
  }
  const { role, note: decision_note } = decision
  const moment = anchor - decision.hoursAgo * hourMs
  const deciding = {
    ...callOf(calls.decideAccessRequest),
    person: named(decision.by, people),
    at: moment,
    parameters: { access_request_reference },
    seed: `decision on ${seed}`,
  }
  await replay(tx, deciding, async (then) => {
    if (role === null) return rejectRequest(then, opened, { decided_by: decision.by, decision_note })
    const given = { user_reference: by, role_reference: role, valid_until: timeAt(moment + hours * hourMs), reason }
    await storeGivenRole(then, given, { given_by: decision.by, before: null })
    const { role_reference, valid_until } = given
    return settleApproved(then, opened, { role_reference, valid_until, decided_by: decision.by, decision_note })
  })
  if (role !== null)
    await endIfOver(
      tx,
      { user_reference: by, role_reference: role, valid_until: timeAt(moment + hours * hourMs) },
      anchor,
    )
}

type Ending = Pick<GivenRole, 'user_reference' | 'role_reference' | 'valid_until'>

const endIfOver = async (
  tx: TenantTransaction,
  { user_reference, role_reference, valid_until }: Ending,
  anchor: number,
) => {
  const end = Date.parse(valid_until)
  if (end <= anchor) await expireGivenRole(at(tx, end), user_reference, role_reference)
}
