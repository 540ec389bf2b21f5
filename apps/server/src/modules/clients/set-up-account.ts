import { randomBytes } from 'node:crypto'
import type { CreatedClient, NewClient } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertPeopleCanSignIn } from './assert-people-can-sign-in.ts'
import { openAccountIn } from './open-client-account.ts'

type Administrator = NonNullable<NewClient['administrator']>
type Parts = Pick<Platform, 'clientKeys' | 'keys' | 'identity' | 'settings'>

/**
 * Opens the account of this transaction, with its identity provider and its first administrator.
 * @throws ProductError `client.exists`, `role.unknown`; `request.invalid` like `assertPeopleCanSignIn`
 */
export const setUpAccount = async (tx: TenantTransaction, parts: Parts, account: NewClient): Promise<CreatedClient> => {
  const { client, identity_provider: provider, administrator = null } = account
  assertPeopleCanSignIn(parts, account)
  const opened = await openAccountIn(tx, parts, account)
  if (provider !== null) {
    const { roles_claim = 'roles', user_group_claim = null } = provider
    await parts.identity.saveUpstreamIn(tx, { ...provider, scopes, roles_claim, user_group_claim })
  }
  const administrator_password = administrator && (await saveAdministrator(tx, parts, administrator))
  return { client, ...opened, administrator_password }
}

/** A new account as recorded on the trail, without secrets. */
export const describeClient = (
  { client, name, locale, identity_provider, administrator, default_role }: NewClient,
  { key_id }: CreatedClient,
) => ({
  client,
  name,
  locale,
  key_id,
  identity_issuer: identity_provider?.issuer ?? null,
  administrator: administrator?.user_reference ?? null,
  default_role: default_role ?? null,
})

const scopes = 'openid email profile'
const passwordBytes = 18

const saveAdministrator = async (
  tx: TenantTransaction,
  { identity }: Parts,
  administrator: Administrator,
): Promise<string> => {
  const password = randomBytes(passwordBytes).toString('base64url')
  const role = tx.client === providerClient ? 'Internal Administrator' : 'Account Administrator'
  await identity.savePersonIn(tx, { ...administrator, roles: [role], user_group: null, password })
  return password
}
