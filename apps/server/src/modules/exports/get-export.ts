import { Readable } from 'node:stream'
import { type CallInput, calls, limits, ProductError } from '@holdfast/contract'
import { mattersOfFilter } from '../../core/activities/index.ts'
import type { Session } from '../../core/authorization/index.ts'
import type { RequestContext, ServedCall } from '../../core/calls/index.ts'
import {
  beginFile,
  identifyTicketCaller,
  isFromBrowser,
  sessionOfTicketCaller,
  type TicketCaller,
} from '../../core/tickets/index.ts'
import { dispositionOf, downloadName } from '../../platform/http/index.ts'
import { assertTokenOfApp } from './assert-token.ts'
import { rowFormat } from './export-format.ts'
import { type ExportRow, exportOfTicket, useExport } from './export-tickets.ts'
import { assertMayExport, type ListHandlers, servedList, servedSnippets } from './exported-list.ts'
import { exportedRows } from './exported-rows.ts'
import { fileForPeople } from './file-for-people.ts'
import type { RowFormat } from './row-format.ts'
import { sendExport } from './send-export.ts'
import { toLocale } from './trail-columns.ts'

/**
 * `GET /exports/{ticket}`: streams the rows of the list, read with the list's own handler and with the rights that the caller has when
 * each page is read. The address opens once.
 */
export const getExport =
  (handlers: ListHandlers) =>
  async (ctx: RequestContext, { params }: CallInput<typeof calls.getExport>) => {
    const asked = await openExport(ctx, params.ticket)
    const { caller, filename } = asked
    const currentSession = () => sessionOfExport(ctx, asked)
    await currentSession()
    const end = beginFile(ctx, caller, {
      kind: 'export',
      most: limits.maxExportsAtOnce,
      refusal: () => new ProductError('export.too_many'),
    })
    try {
      if (!(await ctx.transaction((tx) => useExport(tx, asked)))) throw new ProductError('export.expired')
      const { served, format } = fileOf(handlers, asked)
      const pages = exportedRows(ctx, served, asked, currentSession)
      const { filter } = asked.query as { filter?: object }
      const matters = mattersOfFilter({ ...filter, ...(asked.params as object) })
      const chunks = sendExport(ctx, { ...asked, matters, format }, pages)
      // Begun before anybody reads, because only what has begun records its end.
      const begun = continued(await chunks.next(), chunks)
      // The next chunk is made when the last one was passed on to the connection, so that one page is in memory, and no more.
      const body = Readable.from(begun, { objectMode: false, highWaterMark: 1 })
      body.once('close', end)
      ctx.reply.headers({
        'content-type': format.isBinary ? format.contentType : `${format.contentType}; charset=utf-8`,
        'content-disposition': dispositionOf('attachment', downloadName(filename, format.contentType)),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      return body as never
    } catch (error) {
      end()
      throw error
    }
  }

/** The list as it is read for the file, and how its rows are written. */
const fileOf = (handlers: ListHandlers, asked: AskedExport): { served: ServedCall; format: RowFormat } => {
  const served = servedList(handlers, asked.list)
  const { form, format, locale } = asked
  if (form === 'people' || format === 'xlsx')
    return fileForPeople({ list: served, snippets: servedSnippets(handlers) }, asked)
  return { served, format: rowFormat(served.call, format, toLocale(locale)) }
}

/** A generator whose first value was read already. */
const continued = <T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncIterable<T, void> => {
  let unread: IteratorResult<T, void> | null = first
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const next = unread ?? (await rest.next())
        unread = null
        return next
      },
      return: () => rest.return(),
    }),
  }
}

export type AskedExport = ExportRow & { caller: TicketCaller }

/**
 * What the ticket in an address stands for, if the request comes from the browser or the client app that asked for it. The trail names
 * the caller, even if the request is refused.
 * @throws ProductError `export.expired`
 */
const openExport = async (ctx: RequestContext, ticket: string): Promise<AskedExport> => {
  const [row] = await ctx.readOnce(exportOfTicket(ctx.client, ticket))
  if (!row) throw new ProductError('export.expired')
  const { browser, caller_kind: kind, caller_reference: reference, support_reference } = row
  if (browser === null) await assertTokenOfApp(ctx, reference, calls[row.list])
  else if (!isFromBrowser(ctx, browser)) throw new ProductError('export.expired')
  const caller = { kind, reference, support_reference }
  ctx.recordClaims({ export_reference: row.export_reference })
  identifyTicketCaller(ctx, caller)
  if (row.used_at !== null || Date.parse(row.expires_at) <= Date.now()) throw new ProductError('export.expired')
  return { ...row, caller }
}

/**
 * The caller's session as it is now, if they may still export the list.
 * @throws ProductError `auth.inactive` if they signed out or were removed; 401 and 403
 */
const sessionOfExport = async (ctx: RequestContext, { list, caller, session_from }: AskedExport): Promise<Session> => {
  const session = await sessionOfTicketCaller(ctx, caller)
  if (session.sessions_valid_from_s !== session_from) throw new ProductError('auth.inactive')
  assertMayExport({ client: ctx.client, list }, session)
  return session
}
