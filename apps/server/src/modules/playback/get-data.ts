import type { CallInput, calls, PayloadDataStatus } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { problemOfReason } from '../account-settings/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { dataStatus } from './data-status.ts'
import { issuePlaybackAddress } from './playback-ticket.ts'

/**
 * `GET /data`: addresses for the content of several recordings, or why there are none. Hidden and unknown recordings are
 * answered alike. One entry on the trail names all of them; each recording's chain of custody has its own.
 * @throws ProductError `playback.reason_required`, `playback.reason_not_listed`
 */
export const getData = async (ctx: RequestContext, { query }: CallInput<typeof calls.getData>) => {
  const { payload_references, is_download = true, filename, part, reason } = query
  const action = query.action ?? (is_download ? 'download' : 'play')
  const nameOf = (place: number) => (filename && payload_references.length > 1 ? `${filename}-${place + 1}` : filename)
  const groups = await ctx.groups()
  const session = await ctx.currentSession()
  const problem = await problemOfReason(ctx, reason)
  return ctx.transaction(async (tx) => {
    const found = new Map((await findPayloads(tx, payload_references)).map((row) => [row.payload_reference, row]))
    const statusOf = (payload_reference: string): PayloadDataStatus => {
      const payload = found.get(payload_reference)
      const group = payload && groups.get(payload.group)
      const mayKnow = group && ctx.access.can('payloads:read', { group, payload_type: payload.payload_type })
      return mayKnow ? dataStatus(ctx.access, payload, group, action) : 'NoMatchingRecord'
    }
    const statuses = payload_references.map((payload_reference) => ({
      payload_reference,
      status: statusOf(payload_reference),
    }))
    if (problem && statuses.some(({ status }) => status === 'Ok')) throw problem
    // Whoever sees the small picture in a list has not opened the recording.
    const event = part === 'thumbnail' ? 'payload.thumbnail_requested' : 'payload.data_requested'
    const request = { data_action: action, ...(part && { part }), ...(reason !== undefined && { reason }) }
    const known = statuses.filter(({ payload_reference }) => found.has(payload_reference))
    await tx.custody(
      ctx.actor,
      known.map(({ payload_reference, status }) => ({
        payload_reference,
        event,
        details: { ...request, status },
      })),
    )
    tx.audit(event, { ...request, payloads: statuses })
    const refused = statuses.find(({ status }) => status !== 'Ok' && status !== 'NoS3Url')
    if (refused) ctx.recordRefusal({ reason: refused.status, isDenial: true })
    const items = statuses.map(({ payload_reference, status }, place) => ({
      payload_reference,
      status,
      s3_url:
        status === 'Ok'
          ? issuePlaybackAddress(ctx, {
              payload_reference,
              action,
              part,
              reason,
              filename: nameOf(place),
              session_from: session.sessions_valid_from_s,
            })
          : null,
    }))
    return { items, count: items.length, last_key: null }
  })
}
