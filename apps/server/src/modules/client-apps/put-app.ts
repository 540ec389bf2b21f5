import { type CallInput, type ClientAppConfiguration, type calls, ProductError } from '@holdfast/contract'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { assertByTwo, type MadeBy } from '../grants/index.ts'
import { type AppFields, apps, columnsOf, fieldsOf, toApp } from './app-row.ts'
import { assertAppGrantable, checkApp } from './assert-app-valid.ts'
import { assertTokensUnique } from './assert-tokens-unique.ts'
import { contentOfApp } from './content-of-app.ts'
import { type AppRights, appRights, lockAppForChange } from './policy.ts'

type Input = CallInput<typeof calls.putApp>

/** `PUT /account/apps/{app_reference}`: applies from the app's next call on, also to tokens that were issued before. */
export const putApp = async (ctx: RequestContext, { params, body }: Input): Promise<ClientAppConfiguration> => {
  const { version, ...fields } = body
  const may = await appRights(ctx)
  return ctx.transaction((tx) => saveApp(ctx, tx, { ...params, version, fields, may }, 'author'))
}

export interface ChangedApp {
  app_reference: string
  version: number | undefined
  fields: AppFields
  may: AppRights
}

/** @throws ProductError `request.not_found`, `edit.conflict`, and those of `addApp` */
export const saveApp = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { app_reference, version, fields, may }: ChangedApp,
  madeBy: MadeBy,
): Promise<ClientAppConfiguration> => {
  const stored = await lockAppForChange(tx, app_reference, may)
  assertVersion(version, stored)
  await assertAppGrantable(ctx, tx, fields, may)
  await assertByTwo(tx, madeBy, () => contentOfApp(tx, stored, fields))
  await assertTokensUnique(tx, app_reference, fields)
  if (isUnchanged({ ...stored, ...columnsOf(fields) }, stored)) {
    tx.audit('record.unchanged', { app_reference })
    return toApp(stored, ['change', 'delete'])
  }
  const app = await apps.replace(tx, app_reference, columnsOf(fields), ctx.actor.reference)
  const change = { app_reference, before: fieldsOf(stored), after: fieldsOf(app) }
  tx.audit('app.updated', change, [stored.group, app.group])
  return toApp(app, ['change', 'delete'])
}

/**
 * Checks a change of an app, or a new one (version 0), apart from what it grants.
 * @returns the app as it is; `null` of a new one
 */
export const checkAppChange = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { app_reference, version, fields, may }: ChangedApp,
): Promise<AppFields | null> => {
  const stored = version === 0 ? null : await lockAppForChange(tx, app_reference, may)
  if (stored) assertVersion(version, stored)
  else if (await apps.find(tx, app_reference)) throw new ProductError('app.exists')
  await checkApp(ctx, tx, fields, may)
  return stored && fieldsOf(stored)
}
