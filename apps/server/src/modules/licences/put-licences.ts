import type { CallInput, ClientLicenseLimits, calls } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { licenceLimits, limitsOf } from '../licence-limits/index.ts'

/** `PUT /clients/{client}/licenses`: limits apply to what is added from now on. It is on the trails of both accounts. */
export const putLicences = async (
  ctx: RequestContext,
  { params: { client }, body: { version, ...limits } }: CallInput<typeof calls.putLicences>,
): Promise<ClientLicenseLimits> => {
  await ctx.enterCustomer(client)
  return ctx.transaction(async (tx) => {
    const stored = await licenceLimits.lock(tx, client)
    assertVersion(version, stored)
    if (stored && isUnchanged(limitsOf(stored), limits)) {
      tx.audit('record.unchanged', { client })
      return stored
    }
    const save = stored ? licenceLimits.replace : licenceLimits.insert
    const saved = await save(tx, client, limits, ctx.actor.reference)
    tx.audit('licence.updated', { client, before: stored ? limitsOf(stored) : null, after: limits })
    return saved
  })
}
