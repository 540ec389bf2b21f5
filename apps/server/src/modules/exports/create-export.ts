import { type CallInput, type calls, type ListExport, ProductError } from '@holdfast/contract'
import type { Session } from '../../core/authorization/index.ts'
import { type RequestContext, readForExport, type ServedCall } from '../../core/calls/index.ts'
import { browserOfCaller, ticketCallerOf } from '../../core/tickets/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { maxSheetRows } from '../../platform/xlsx/index.ts'
import { assertKnownFile } from './asked-file.ts'
import { insertExport } from './export-tickets.ts'
import { assertMayExport, checkedInput, type ListHandlers, type ListInput, servedList } from './exported-list.ts'
import { forgetQueryJob } from './forget-query.ts'

/**
 * `POST /exports`: an address from which the rows of a list can be fetched once. It is bound to the caller's browser, or for client
 * apps to the app.
 */
export const createExport =
  (handlers: ListHandlers) =>
  async (ctx: RequestContext, { body }: CallInput<typeof calls.createExport>): Promise<ListExport> => {
    const { list, format, form = 'machine', columns = null, locale = null, time_zone = null, filename = list } = body
    const { client, caller } = ctx
    ctx.recordClaims({
      list,
      format,
      ...(form === 'people' && { form, ...(columns && { columns }), ...(time_zone && { time_zone }) }),
      ...(locale && { locale }),
    })
    assertKnownFile(body)
    const session = await ctx.currentSession()
    assertMayExport({ client, list }, session)
    const served = servedList(handlers, list)
    const { params, query } = checkedInput(served.call, body)
    ctx.recordClaims({ ...params, ...query })
    // A list that can't be read is refused here, where the caller can read why.
    await readForExport(ctx, served, { params, query: { ...query, limit: 1 } }, session)
    if (format === 'xlsx') await assertHasRoom(ctx, served, { params, query }, session)
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
        form,
        columns,
        locale,
        time_zone,
        filename,
      })
      await tx.enqueue(forgetQueryJob, { client, export_reference }, { runAt: new Date(expires_at) })
      tx.audit('list.exported', { export_reference, list, format })
      return { export_reference, url: `/api/client/v1/${client}/exports/${ticket}`, expires_at }
    })
  }

/**
 * Refuses a list that is too long for a sheet, as far as its rows are counted. Longer ones end when the sheet is full. A search of words is
 * not counted: that would open messages.
 */
const assertHasRoom = async (
  ctx: RequestContext,
  served: ServedCall,
  { params, query }: ListInput,
  session: Session,
): Promise<void> => {
  const { filter } = query as { filter?: Readonly<Record<string, unknown>> }
  if (filter?.text !== undefined) return
  const counting = { params, query: { ...(filter && { filter }), query_result_type: 'total' } }
  const { total } = (await readForExport(ctx, served, counting, session)) as { total: number }
  if (total > maxSheetRows) throw new ProductError('export.too_many_rows')
}
