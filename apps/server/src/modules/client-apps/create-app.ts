import { type CallInput, type ClientAppConfiguration, type calls, ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { type AppFields, appColumns, columnsOf, fieldsOf, toApp } from './app-row.ts'
import { assertAppSound } from './assert-app-sound.ts'
import { assertTokensFree } from './assert-tokens-free.ts'

type Input = CallInput<typeof calls.createApp>

/** `POST /account/apps/{app_reference}`: from now on the tokens of its issuer are taken. */
export const createApp = (ctx: RequestContext, { params, body }: Input): Promise<ClientAppConfiguration> =>
  ctx.transaction(async (tx) => {
    const { app_reference } = params
    await assertAppSound(ctx, tx, body)
    await assertTokensFree(tx, app_reference, body)
    const app = await insertApp(tx, app_reference, body, ctx.actor.reference)
    tx.audit('app.created', { app_reference, before: null, after: fieldsOf(app) })
    await tx.notify({ kind: 'app', reference: app_reference, state: null, payload_type: null, group: app.group })
    return toApp(app)
  })

const insertApp = async (tx: TenantTransaction, app_reference: string, fields: AppFields, updated_by: string) => {
  const { client, now } = tx
  const app = await tx.db
    .insertInto('client_apps')
    .values({ client, app_reference, ...columnsOf(fields), created_at: now, updated_at: now, updated_by })
    .onConflict((conflict) => conflict.columns(['client', 'app_reference']).doNothing())
    .returning(appColumns)
    .executeTakeFirst()
  if (!app) throw new ProductError('app.exists')
  return app
}
