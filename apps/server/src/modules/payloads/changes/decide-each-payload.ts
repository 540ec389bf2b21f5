import { type Action, type ErrorCode, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { isDenial } from '../../../platform/http/index.ts'
import { lockPayloads } from '../rows/get-payload.ts'

type Groups = Awaited<ReturnType<RequestContext['groups']>>

interface Batch {
  payload_references: readonly string[]
  action: Action
  groups: Groups
  /** Why something can't be done with a recording for which the caller has the action. */
  refusalOf?: (payload: PayloadRow) => ErrorCode | null
}

interface DecidedPayloads {
  /** Their rows are locked. */
  accepted: readonly PayloadRow[]
  /** By reference. */
  refusals: ReadonlyMap<string, ProductError>
}

/**
 * Decides about each recording of a request by itself, and locks their rows. What the caller may not read is answered like an
 * unknown recording. The trail gets the first refusal, and the group if all accepted recordings are of one.
 */
export const decideEachPayload = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { payload_references, action, groups, refusalOf = () => null }: Batch,
): Promise<DecidedPayloads> => {
  const may = (what: Action, { group, payload_type }: PayloadRow) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(what, { group: known, payload_type })
  }
  const codeOf = (payload: PayloadRow | undefined): ErrorCode | null => {
    if (!payload || !may('payloads:read', payload)) return 'payload.not_found'
    return may(action, payload) ? refusalOf(payload) : 'auth.forbidden'
  }
  const rows = await lockPayloads(tx, payload_references)
  const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
  const refusals = new Map(
    payload_references.flatMap((reference) => {
      const code = codeOf(payloads.get(reference))
      return code ? [[reference, new ProductError(code)] as const] : []
    }),
  )
  const accepted = rows.filter(({ payload_reference }) => !refusals.has(payload_reference))
  const [refused] = refusals.values()
  if (refused) ctx.recordRefusal({ reason: refused.code, isDenial: isDenial(refused) })
  const [group, ...others] = new Set(accepted.map((payload) => payload.group))
  if (group !== undefined && others.length === 0) ctx.setAuditGroup(group)
  return { accepted, refusals }
}
