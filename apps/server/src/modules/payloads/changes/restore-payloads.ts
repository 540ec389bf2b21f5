import { type CallInput, type CallResponse, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { lastCustodyEvent, type PayloadRow, type TenantTransaction } from '../../../platform/database/index.ts'
import { decideEachPayload } from './decide-each-payload.ts'
import { restore } from './restore-payload.ts'

/**
 * `POST /payloads/restore`: each recording is decided on its own. Hidden and unknown recordings are answered alike. One that the caller
 * restored before is answered as restored, so that a request whose answer was lost can be sent again.
 */
export const restorePayloads = async (
  ctx: RequestContext,
  { body: { payload_references } }: CallInput<typeof calls.restorePayloads>,
): Promise<CallResponse<typeof calls.restorePayloads>> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const batch = { payload_references, action: 'payloads:restore', groups } as const
    const { accepted, refusals } = await decideEachPayload(ctx, tx, batch)
    const codes = new Map([...refusals].map(([reference, { code }]) => [reference, code]))
    for (const payload of accepted) {
      if (payload.payload_state === 'Deleted' && payload.state_before_deletion !== null) {
        await restore(tx, ctx.actor, payload)
      } else if (!(await wasRestoredBy(tx, ctx.actor.reference, payload))) {
        codes.set(payload.payload_reference, 'payload.not_deleted')
      }
    }
    const [refused] = codes.values()
    if (refusals.size === 0 && refused) ctx.recordRefusal({ reason: refused, isDenial: false })
    tx.audit('payload.restored', {
      payloads: payload_references.map((payload_reference) => ({
        payload_reference,
        status: codes.get(payload_reference) ?? 'restored',
      })),
    })
    return {
      items: payload_references.map((payload_reference) => {
        const code = codes.get(payload_reference)
        if (!code) return { payload_reference, result: 'restored' as const }
        return { payload_reference, result: 'refused' as const, code, message: new ProductError(code).message }
      }),
    }
  })
}

const wasRestoredBy = async (
  tx: TenantTransaction,
  actor: string,
  { payload_reference, payload_state }: PayloadRow,
): Promise<boolean> => {
  if (payload_state === 'Deleted') return false
  return (await lastCustodyEvent(tx, payload_reference, 'payload.restored'))?.actor === actor
}
