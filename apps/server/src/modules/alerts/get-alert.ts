import { type Alert, type CallInput, type calls, ProductError } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { alertColumns, type Occurrence, toAlert } from './alert-row.ts'
import { type AlertReader, readerOf, staffReaderOf } from './policy.ts'
import { silencesOf } from './silences-of.ts'

/** `GET /alerts/{alert_reference}` of the account. */
export const getAlert = async (ctx: RequestContext, { params }: CallInput<typeof calls.getAlert>): Promise<Alert> => {
  const reader = await readerOf(ctx)
  return ctx.read((tx) => findAlert(tx, params.alert_reference, reader))
}

/** `GET /alerts/{alert_reference}` of the provider's own account. */
export const getOwnAlertAsStaff = (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getOwnAlertAsStaff>,
): Promise<Alert> => {
  const reader = staffReaderOf(ctx)
  return ctx.platform.database.read(providerClient, (tx) => findAlert(tx, params.alert_reference, reader))
}

/** `GET /clients/{client}/alerts/{alert_reference}`. */
export const getClientAlert = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getClientAlert>,
): Promise<Alert> => {
  const reader = staffReaderOf(ctx)
  await ctx.enterCustomer(params.client)
  return ctx.read((tx) => findAlert(tx, params.alert_reference, reader))
}

const findAlert = async (tx: TenantTransaction, alert_reference: string, reader: AlertReader): Promise<Alert> => {
  const row = await tx.db
    .selectFrom('alerts')
    .select(alertColumns)
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .executeTakeFirst()
  if (!row || !reader.maySee(row)) throw new ProductError('request.not_found')
  return {
    ...toAlert(row, reader, await occurrencesOf(tx, alert_reference)),
    silences: await silencesOf(tx, row),
  }
}

const occurrencesOf = (tx: TenantTransaction, alert_reference: string): Promise<Occurrence[]> =>
  tx.db
    .selectFrom('alert_occurrences')
    .select(['time', 'message'])
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .orderBy('number')
    .execute()
