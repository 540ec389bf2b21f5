import type { Readable } from 'node:stream'
import { type PayloadDataStatus, ProductError } from '@holdfast/contract'
import { type RequestContext, recordAfterwards } from '../../core/calls/index.ts'
import { sessionOfTicketCaller, type TicketCaller } from '../../core/tickets/index.ts'
import { custodyStatement, type PayloadRow } from '../../platform/database/index.ts'
import { downloadName } from '../../platform/http/index.ts'
import { damageOf, payloadStatement, sealedContent, sealedRecording } from '../payloads/index.ts'
import { dataStatus, recordingName, recordStreamDamage } from '../playback/index.ts'
import type { DownloadRow } from './download-tickets.ts'

export type AskedDownload = DownloadRow & { caller: TicketCaller }

/** A recording whose first segment is opened, and which is recorded as downloaded. */
export interface OpenedRecording {
  name: string
  payload_time: string
  is_legacy: boolean
  stream: Readable
}

/**
 * The caller's session as it is now.
 * @throws ProductError `auth.inactive` if they signed out or were removed; `auth.bad_support_prefix`
 */
export const sessionOfDownload = async (ctx: RequestContext, { caller, session_from }: AskedDownload) => {
  const session = await sessionOfTicketCaller(ctx, caller)
  if (session.sessions_valid_from_s !== session_from) throw new ProductError('auth.inactive')
  return session
}

/** Whether the caller may download a recording at this moment. */
export const statusNow = async (
  ctx: RequestContext,
  asked: AskedDownload,
  payload_reference: string,
): Promise<{ status: PayloadDataStatus; payload: PayloadRow | undefined }> => {
  const { access, access_version } = await sessionOfDownload(ctx, asked)
  const [payload] = await ctx.readOnce(payloadStatement({ client: ctx.client, payload_reference }))
  const groups = await ctx.platform.authorization.groupsOf(ctx.client, access_version)
  const group = payload && groups.get(payload.group)
  const mayKnow = group && access.can('payloads:read', { group, payload_type: payload.payload_type })
  return { status: mayKnow ? dataStatus(access, payload, group, 'download') : 'NoMatchingRecord', payload }
}

/** Opens a recording and records that it was downloaded; otherwise, why it is not in the archive. */
export const openRecording = async (
  ctx: RequestContext,
  asked: AskedDownload,
  payload_reference: string,
): Promise<OpenedRecording | Exclude<PayloadDataStatus, 'Ok'> | 'Damaged'> => {
  const { status, payload } = await statusNow(ctx, asked, payload_reference)
  if (status !== 'Ok') return status
  if (!payload) return 'NoMatchingRecord'
  const onBroken = (error: unknown) => recordStreamDamage(ctx, payload, error)
  const opened = await opening(ctx, payload, onBroken)
  if (!opened) return 'Damaged'
  await recordDownload(ctx, asked, payload)
  const type = payload.media?.content_type ?? 'application/octet-stream'
  const { payload_time, is_legacy } = payload
  return { name: downloadName(recordingName(payload), type), payload_time, is_legacy, stream: opened }
}

/** `null` if it is damaged, which is put on record. */
const opening = async (
  { platform }: RequestContext,
  payload: PayloadRow,
  onBroken: (error: unknown) => Promise<void>,
): Promise<Readable | null> => {
  try {
    const content = sealedContent(platform, payload, sealedRecording(platform, payload), onBroken)
    return await content.stream({ start: 0, end: content.size })
  } catch (error) {
    if (!damageOf(error)) throw error
    await onBroken(error)
    return null
  }
}

/** In custody and on the trail, before a byte of it leaves. */
const recordDownload = async (
  ctx: RequestContext,
  { download_reference, reason }: AskedDownload,
  { payload_reference, group }: PayloadRow,
): Promise<void> => {
  const event = 'payload.downloaded'
  const { platform, client, actor } = ctx
  const details = { download_reference, ...(reason !== null && { reason }) }
  await platform.database.transaction(client, (tx) =>
    tx.executeAll([custodyStatement(tx, [{ actor, payload_reference, event, details }])]),
  )
  const events = [{ event, details: { payload_reference, ...details }, groups: [group] }] as const
  await recordAfterwards(ctx, { download_reference, payload_reference }, { status_code: 200, events })
}
