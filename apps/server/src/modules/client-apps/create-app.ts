import type { CallInput, ClientAppConfiguration, calls } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { assertByTwo, type MadeBy } from '../grants/index.ts'
import { apps, columnsOf, fieldsOf, toApp } from './app-row.ts'
import { assertAppGrantable } from './assert-app-valid.ts'
import { assertTokensUnique } from './assert-tokens-unique.ts'
import { contentOfApp } from './content-of-app.ts'
import { appRights } from './policy.ts'
import type { ChangedApp } from './put-app.ts'

type Input = CallInput<typeof calls.createApp>

/** `POST /account/apps/{app_reference}`: tokens of the app's issuer are accepted from now on. */
export const createApp = async (ctx: RequestContext, { params, body }: Input): Promise<ClientAppConfiguration> => {
  const may = await appRights(ctx)
  return ctx.transaction((tx) => addApp(ctx, tx, { ...params, fields: body, may }, 'author'))
}

/** @throws ProductError those of `assertAppGrantable`; `access.needs_second_person`, `app.exists`, `app.tokens_taken` */
export const addApp = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { app_reference, fields, may }: Omit<ChangedApp, 'version'>,
  madeBy: MadeBy,
): Promise<ClientAppConfiguration> => {
  await assertAppGrantable(ctx, tx, fields, may)
  await assertByTwo(tx, madeBy, () => contentOfApp(tx, null, fields))
  await assertTokensUnique(tx, app_reference, fields)
  const app = await apps.insert(tx, app_reference, columnsOf(fields), ctx.actor.reference)
  tx.audit('app.created', { app_reference, before: null, after: fieldsOf(app) }, [app.group])
  return toApp(app, ['change', 'delete'])
}
