import { foundation } from './0001-foundation.ts'
import { identity } from './0002-identity.ts'
import { accounts } from './0003-accounts.ts'
import { defaultRoles } from './0004-default-roles.ts'
import { lostPasses } from './0005-lost-passes.ts'
import { formerHolders } from './0007-former-holders.ts'

/** Forward-only, in order; a released migration never changes. Each entry is one statement a message. */
export const migrations: Record<string, readonly string[]> = {
  '0001-foundation': foundation,
  '0002-identity': identity,
  '0003-accounts': accounts,
  '0004-default-roles': defaultRoles,
  '0005-lost-passes': lostPasses,
  '0007-former-holders': formerHolders,
}
