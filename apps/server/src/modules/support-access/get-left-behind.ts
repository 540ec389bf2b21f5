import { type CallInput, type calls, type LeftBehind, type LeftBehindItem, mostLeftBehind } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { visitorReference } from '../../platform/identity/marked-references.ts'
import { type Standing, standing } from './left-behind-state.ts'
import { findRequest } from './support-request.ts'
import { type Trace, tracesOf } from './visit-traces.ts'

/** `GET /supportaccess/{request_reference}/left_behind`: what a visit created or changed and what of it still exists. */
export const getLeftBehind = (
  ctx: RequestContext,
  { params: { request_reference } }: CallInput<typeof calls.getLeftBehind>,
): Promise<LeftBehind> =>
  ctx.read(async (tx) => {
    const { requested_by } = await findRequest(tx, request_reference)
    const visitor = visitorReference(requested_by)
    const traces = await tracesOf(tx, request_reference)
    const items: LeftBehindItem[] = []
    for (const [kind, ofKind] of Map.groupBy(traces, (trace) => trace.kind)) {
      const present = new Map((await readPresent(tx, kind, ofKind)).map((one) => [one.reference, one]))
      items.push(...ofKind.flatMap((trace) => itemOf(trace, present.get(trace.reference), visitor) ?? []))
    }
    return { items: items.slice(0, mostLeftBehind), total: items.length }
  })

const readPresent = (tx: TenantTransaction, kind: Trace['kind'], traces: readonly Trace[]): Promise<Standing[]> =>
  standing[kind](
    tx,
    traces.map(({ reference }) => reference),
  )

const itemOf = (trace: Trace, present: Standing | undefined, visitor: string): LeftBehindItem | null => {
  if (!present) return null
  const { kind, reference, is_new, changed_at } = trace
  const { updated_by, updated_at } = present
  return {
    kind,
    reference: reference === '' ? null : reference,
    is_new,
    changed_at,
    changed_since: updated_by === visitor ? null : { updated_by, updated_at },
  }
}
