import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertSeen, type RequestContext } from '../../platform/http/index.ts'
import { appRights, lockAppForChange } from './app-rights.ts'
import { type AppFields, appColumns, columnsOf, fieldsOf, toApp } from './app-row.ts'
import { assertAppSound } from './assert-app-sound.ts'
import { assertTokensFree } from './assert-tokens-free.ts'

type Input = CallInput<typeof calls.putApp>

/** `PUT /account/apps/{app_reference}`: counts from the app's next call on, for tokens that it has already too. */
export const putApp = async (ctx: RequestContext, { params, body }: Input): Promise<ClientAppConfiguration> => {
  const { app_reference } = params
  const { version, ...fields } = body
  const may = await appRights(ctx)
  return ctx.transaction(async (tx) => {
    const stored = await lockAppForChange(tx, app_reference, may)
    assertSeen(version, stored)
    await assertAppSound(ctx, tx, fields)
    await assertTokensFree(tx, app_reference, fields)
    const app = await changeApp(tx, app_reference, fields, ctx.actor.reference)
    tx.audit('app.updated', { app_reference, before: fieldsOf(stored), after: fieldsOf(app) })
    for (const group of new Set([stored.group, app.group])) {
      await tx.notify({ kind: 'app', reference: app_reference, state: null, payload_type: null, group })
    }
    return toApp(app)
  })
}

const changeApp = (tx: TenantTransaction, app_reference: string, fields: AppFields, updated_by: string) =>
  tx.db
    .updateTable('client_apps')
    .set((eb) => ({ ...columnsOf(fields), updated_at: tx.now, updated_by, version: eb('version', '+', 1) }))
    .where('client', '=', tx.client)
    .where('app_reference', '=', app_reference)
    .returning(appColumns)
    .executeTakeFirstOrThrow()
