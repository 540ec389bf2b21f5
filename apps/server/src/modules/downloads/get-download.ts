import { Readable } from 'node:stream'
import { type CallInput, type calls, limits, ProductError } from '@holdfast/contract'
import { makeZip } from 'client-zip'
import type { RequestContext } from '../../core/calls/index.ts'
import { beginFile, identifyTicketCaller, isFromBrowser } from '../../core/tickets/index.ts'
import { dispositionOf, downloadName } from '../../platform/http/index.ts'
import { archiveFiles } from './archive-files.ts'
import { downloadOfTicket, useDownload } from './download-tickets.ts'
import { type AskedDownload, sessionOfDownload } from './downloaded-recording.ts'

/**
 * `GET /downloads/{ticket}`: streams several recordings as one ZIP file, without keeping it anywhere. The address opens once, in the
 * browser that asked for it.
 */
export const getDownload = async (ctx: RequestContext, { params }: CallInput<typeof calls.getDownload>) => {
  const asked = await openDownload(ctx, params.ticket)
  await sessionOfDownload(ctx, asked)
  const end = beginFile(ctx, asked.caller, {
    kind: 'download',
    most: limits.maxDownloadsAtOnce,
    refusal: () => new ProductError('download.too_many'),
  })
  const body = await bodyOf(ctx, asked).catch((error) => {
    end()
    throw error
  })
  body.once('close', end)
  const name = `Holdfast ${new Date().toISOString().slice(0, 16).replace(':', '')}Z ${asked.download_reference}`
  ctx.reply.headers({
    'content-type': 'application/zip',
    'content-disposition': dispositionOf('attachment', downloadName(name, 'application/zip')),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  return body as never
}

const bodyOf = async (ctx: RequestContext, asked: AskedDownload): Promise<Readable> => {
  if (!(await ctx.transaction((tx) => useDownload(tx, asked)))) throw new ProductError('download.expired')
  // Recordings are compressed already.
  return Readable.fromWeb(makeZip(archiveFiles(ctx, asked)) as never)
}

/**
 * What the ticket in an address stands for, if the request comes from the browser that asked for it. The trail names the caller, even
 * if the request is refused.
 * @throws ProductError `download.expired`
 */
const openDownload = async (ctx: RequestContext, ticket: string): Promise<AskedDownload> => {
  const [row] = await ctx.readOnce(downloadOfTicket(ctx.client, ticket))
  if (!row || !isFromBrowser(ctx, row.browser)) throw new ProductError('download.expired')
  const { caller_kind: kind, caller_reference: reference, support_reference } = row
  const caller = { kind, reference, support_reference }
  ctx.recordClaims({ download_reference: row.download_reference })
  identifyTicketCaller(ctx, caller)
  if (row.used_at !== null || Date.parse(row.expires_at) <= Date.now()) throw new ProductError('download.expired')
  return { ...row, caller }
}
