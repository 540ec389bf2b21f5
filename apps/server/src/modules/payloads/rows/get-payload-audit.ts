import {
  type ActorKind,
  type CallInput,
  type calls,
  type ImportedFrom,
  type ListTotal,
  type PayloadAudit,
  type PayloadDataStatus,
  type PlayedRange,
  ProductError,
} from '@holdfast/contract'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../../core/calls/index.ts'
import { countCustodyEvents, readCustodyEvents } from '../../../platform/database/index.ts'
import { findPayload } from './get-payload.ts'
import { receiptsOf } from './payload-receipts.ts'
import { removedByRetention } from './removed-by-retention.ts'

type AuditRecord = PayloadAudit['records'][number]
type CustodyRow = Awaited<ReturnType<typeof readCustodyEvents>>[number]

/**
 * `GET /payloads/{payload_reference}/audit`: a page of the recording's chain of custody, latest first, and who confirmed its
 * receipt; or how many entries it has. Needs `payloads:read`, and is refused if `audit:read` is denied for the recording's group.
 */
export const getPayloadAudit = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.getPayloadAudit>,
): Promise<PayloadAudit | ListTotal> => {
  const { payload_reference } = params
  const payload = await ctx.read((tx) => findPayload(tx, payload_reference))
  if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) {
    throw new ProductError('payload.not_found')
  }
  ctx.setAuditGroup(payload.group)
  const group = (await ctx.groups()).get(payload.group)
  if (group && ctx.access.isDenied('audit:read', group)) throw new ProductError('auth.forbidden')
  const answer = await answerList<{ actor_kinds?: ActorKind[] }, CustodyRow, AuditRecord>(ctx, query, {
    list: `custody of ${payload_reference}`,
    rows: ({ actor_kinds }, limit, position) =>
      ctx.read((tx) =>
        readCustodyEvents(tx, payload_reference, {
          limit,
          actor_kinds: actor_kinds?.map(storedKind),
          before: position === null ? undefined : String(position[0]),
        }),
      ),
    positionOf: ({ event_id }) => [event_id],
    toItems: (rows) => rows.map(toRecord),
    total: async ({ actor_kinds }) =>
      cappedTotal(
        await ctx.read((tx) =>
          countCustodyEvents(tx, payload_reference, {
            limit: maxCountedRows,
            actor_kinds: actor_kinds?.map(storedKind),
          }),
        ),
      ),
  })
  if ('total' in answer) return answer
  const { items, count, last_key } = answer
  return {
    client: ctx.client,
    records: items,
    receipts: await ctx.read((tx) => receiptsOf(tx, payload_reference)),
    count,
    last_key,
  }
}

const storedKind = (kind: ActorKind): CustodyRow['actor_kind'] => (kind === 'person' ? 'portal_user' : kind)

/** Events that are recorded whether the content was given or refused. */
const asksForContent: ReadonlySet<string> = new Set(['payload.data_requested', 'payload.thumbnail_requested'])

const toRecord = ({ event, occurred_at, actor_kind, actor, details }: CustodyRow): AuditRecord => ({
  portal_user: actor_kind === 'portal_user' ? actor : null,
  actor_kind: actor_kind === 'portal_user' ? 'person' : actor_kind,
  actor,
  action: event,
  time: occurred_at,
  status: asksForContent.has(event) ? ((details.status ?? null) as PayloadDataStatus | null) : null,
  reason: typeof details.reason === 'string' ? details.reason : null,
  retention: removedByRetention(details),
  played: event === 'payload.listened' ? (details.played as PlayedRange[]) : null,
  imported: event === 'payload.imported' ? ((details.legacy ?? null) as ImportedFrom | null) : null,
})
