import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { apps, columnsOf, fieldsOf, toApp } from './app-row.ts'
import { assertAppValid } from './assert-app-valid.ts'
import { assertTokensUnique } from './assert-tokens-unique.ts'

type Input = CallInput<typeof calls.createApp>

/** `POST /account/apps/{app_reference}`: tokens of the app's issuer are accepted from now on. */
export const createApp = (ctx: RequestContext, { params, body }: Input): Promise<ClientAppConfiguration> =>
  ctx.transaction(async (tx) => {
    const { app_reference } = params
    await assertAppValid(ctx, tx, body)
    await assertTokensUnique(tx, app_reference, body)
    const app = await apps.insert(tx, app_reference, columnsOf(body), ctx.actor.reference)
    tx.audit('app.created', { app_reference, before: null, after: fieldsOf(app) }, [app.group])
    return toApp(app)
  })
