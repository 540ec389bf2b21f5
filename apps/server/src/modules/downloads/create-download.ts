import type { CallInput, calls, Download, PayloadDataStatus } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { browserOfCaller, ticketCallerOf } from '../../core/tickets/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { findPayloads } from '../payloads/index.ts'
import { dataStatus } from '../playback/index.ts'
import { insertDownload } from './download-tickets.ts'

/**
 * `POST /downloads`: an address from which several recordings can be fetched once, as one file. Hidden and unknown recordings are
 * answered alike. Each recording's chain of custody has the request, as for a single download.
 */
export const createDownload = async (
  ctx: RequestContext,
  { body: { payload_references } }: CallInput<typeof calls.createDownload>,
): Promise<Download> => {
  const groups = await ctx.groups()
  const session = await ctx.currentSession()
  const { kind, reference, support_reference } = ticketCallerOf(ctx)
  const browser = browserOfCaller(ctx)
  return ctx.transaction(async (tx) => {
    const found = new Map((await findPayloads(tx, payload_references)).map((row) => [row.payload_reference, row]))
    const statusOf = (payload_reference: string): PayloadDataStatus => {
      const payload = found.get(payload_reference)
      const group = payload && groups.get(payload.group)
      const mayKnow = group && ctx.access.can('payloads:read', { group, payload_type: payload.payload_type })
      return mayKnow ? dataStatus(ctx.access, payload, group, 'download') : 'NoMatchingRecord'
    }
    const items = payload_references.map((payload_reference) => ({
      payload_reference,
      status: statusOf(payload_reference),
    }))
    const download_reference = newId(tx.now)
    const known = items.filter(({ payload_reference }) => found.has(payload_reference))
    await tx.custody(
      ctx.actor,
      known.map(({ payload_reference, status }) => ({
        payload_reference,
        event: 'payload.data_requested',
        details: { data_action: 'download', status, download_reference },
      })),
    )
    tx.audit('payload.data_requested', { data_action: 'download', download_reference, payloads: items })
    const refused = items.find(({ status }) => status !== 'Ok' && status !== 'NoS3Url')
    if (refused) ctx.recordRefusal({ reason: refused.status, isDenial: true })
    const { ticket, expires_at } = await insertDownload(tx, {
      download_reference,
      caller_kind: kind,
      caller_reference: reference,
      support_reference,
      browser,
      session_from: session.sessions_valid_from_s,
      payload_references,
    })
    const hasContent = items.some(({ status }) => status === 'Ok')
    const url = hasContent ? `/api/client/v1/${ctx.client}/downloads/${ticket}` : null
    return { download_reference, url, expires_at, items }
  })
}
