import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { appRights, lockAppForChange } from './app-rights.ts'
import { apps, columnsOf, fieldsOf, toApp } from './app-row.ts'
import { assertAppValid } from './assert-app-valid.ts'
import { assertTokensUnique } from './assert-tokens-unique.ts'

type Input = CallInput<typeof calls.putApp>

/** `PUT /account/apps/{app_reference}`: applies from the app's next call on, also to tokens that were issued before. */
export const putApp = async (ctx: RequestContext, { params, body }: Input): Promise<ClientAppConfiguration> => {
  const { app_reference } = params
  const { version, ...fields } = body
  const may = await appRights(ctx)
  return ctx.transaction(async (tx) => {
    const stored = await lockAppForChange(tx, app_reference, may)
    assertVersion(version, stored)
    await assertAppValid(ctx, tx, fields)
    await assertTokensUnique(tx, app_reference, fields)
    if (isUnchanged({ ...stored, ...columnsOf(fields) }, stored)) {
      tx.audit('record.unchanged', { app_reference })
      return toApp(stored)
    }
    const app = await apps.replace(tx, app_reference, columnsOf(fields), ctx.actor.reference)
    const change = { app_reference, before: fieldsOf(stored), after: fieldsOf(app) }
    tx.audit('app.updated', change, [stored.group, app.group])
    return toApp(app)
  })
}
