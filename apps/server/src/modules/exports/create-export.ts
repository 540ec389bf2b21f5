import {
  type CallInput,
  type calls,
  exportedTracks,
  type ListExport,
  ProductError,
  trackFormats,
} from '@holdfast/contract'
import { type RequestContext, readForExport } from '../../core/calls/index.ts'
import { browserOfCaller, ticketCallerOf } from '../../core/tickets/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { insertExport } from './export-tickets.ts'
import { assertMayExport, checkedInput, type ListHandlers, servedList } from './exported-list.ts'
import { forgetQueryJob } from './forget-query.ts'

const onlyForPositions = {
  path: '/body/format',
  keyword: 'enum',
  params: { allowedValues: ['csv', 'ndjson'] },
  message: 'must be csv or ndjson: only positions have tracks',
}

/**
 * `POST /exports`: an address from which the rows of a list can be fetched once. It is bound to the caller's browser, or for client
 * apps to the app.
 */
export const createExport =
  (handlers: ListHandlers) =>
  async (ctx: RequestContext, { body }: CallInput<typeof calls.createExport>): Promise<ListExport> => {
    const { list, format, locale = null, filename = list } = body
    const { client, caller } = ctx
    ctx.recordClaims({ list, format, ...(locale && { locale }) })
    if (trackFormats.has(format) && !exportedTracks.has(list))
      throw new ProductError('request.invalid', {}, [onlyForPositions])
    const session = await ctx.currentSession()
    assertMayExport({ client, list }, session)
    const served = servedList(handlers, list)
    const { params, query } = checkedInput(served.call, body)
    ctx.recordClaims({ ...params, ...query })
    // A list that can't be read is refused here, where the caller can read why.
    await readForExport(ctx, served, { params, query: { ...query, limit: 1 } }, session)
    const { kind, reference, support_reference } = ticketCallerOf(ctx)
    const browser = caller.kind === 'client_app' ? null : browserOfCaller(ctx)
    return ctx.transaction(async (tx) => {
      const export_reference = newId(tx.now)
      const { ticket, expires_at } = await insertExport(tx, {
        export_reference,
        caller_kind: kind,
        caller_reference: reference,
        support_reference,
        browser,
        session_from: session.sessions_valid_from_s,
        list,
        params,
        query,
        format,
        locale,
        filename,
      })
      await tx.enqueue(forgetQueryJob, { client, export_reference }, { runAt: new Date(expires_at) })
      tx.audit('list.exported', { export_reference, list, format })
      return { export_reference, url: `/api/client/v1/${client}/exports/${ticket}`, expires_at }
    })
  }
