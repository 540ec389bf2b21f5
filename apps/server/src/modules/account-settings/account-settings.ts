import { type AccountSettings, type CallInput, type calls, defaultAccountSettings } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { accountSettings, fieldsOf, readAccountSettings } from './account-settings-row.ts'

/** `GET /account/settings`. */
export const getAccountSettings = (ctx: RequestContext): Promise<AccountSettings> => ctx.read(readAccountSettings)

/** `PUT /account/settings`: portals apply it when they next load the profile. */
export const putAccountSettings = (
  ctx: RequestContext,
  { body: { version, ...fields } }: CallInput<typeof calls.putAccountSettings>,
): Promise<AccountSettings> =>
  ctx.transaction(async (tx) => {
    const stored = await accountSettings.lock(tx, tx.client)
    assertVersion(version, stored)
    const save = stored ? accountSettings.replace : accountSettings.insert
    const saved = await save(tx, tx.client, fields, ctx.actor.reference)
    tx.audit('account_settings.updated', { before: fieldsOf(stored ?? defaultAccountSettings), after: fields })
    return saved
  })
