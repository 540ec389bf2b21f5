import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { accountCidrRanges } from '../roles/index.ts'

/** A person or client app that has roles. */
export interface RoleBearer {
  readonly reference: string
  readonly is_client_app: boolean
  readonly display_name: string
  readonly roles: readonly string[]
  /** The ranges to which they are limited, whatever their roles: an app's own, else the account's. */
  readonly cidr_ranges: readonly string[] | null
}

export type BearerPosition = Pick<RoleBearer, 'reference' | 'is_client_app'>

/** People who are read at once. */
const peopleAtOnce = 1000

/** The active people of an account by reference, then its client apps: those that follow `after`. */
export async function* bearersAfter(tx: TenantTransaction, after: BearerPosition): AsyncGenerator<RoleBearer> {
  const account_cidr_ranges = await accountCidrRanges(tx)
  let last = after.is_client_app ? null : after.reference
  while (last !== null) {
    const people = await readPeople(tx, last)
    for (const { user_reference, name, roles } of people) {
      const person = { reference: user_reference, is_client_app: false, display_name: name ?? user_reference }
      yield { ...person, roles, cidr_ranges: account_cidr_ranges }
    }
    last = people.length < peopleAtOnce ? null : (people.at(-1)?.user_reference ?? null)
  }
  for (const { app_reference, roles, cidr_ranges } of await readApps(tx, after.is_client_app ? after.reference : '')) {
    const app = { reference: app_reference, is_client_app: true, display_name: app_reference }
    yield { ...app, roles, cidr_ranges: cidr_ranges ?? account_cidr_ranges }
  }
}

const readPeople = (tx: TenantTransaction, after: string) =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'name', 'roles'])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .where('user_reference', '>', after)
    .orderBy('user_reference')
    .limit(peopleAtOnce)
    .execute()

/** An account has few. */
const readApps = (tx: TenantTransaction, after: string) =>
  tx.db
    .selectFrom('client_apps')
    .select(['app_reference', 'roles', 'cidr_ranges'])
    .where('client', '=', tx.client)
    .where('app_reference', '>', after)
    .orderBy('app_reference')
    .execute()

/** The roles that any of them has. */
export const rolesHeld = async (tx: TenantTransaction): Promise<string[]> => {
  const { rows } = await sql<{ role: string }>`
    select distinct unnest(roles) as role from portal_users where client = ${tx.client} and is_active
    union select distinct unnest(roles) as role from client_apps where client = ${tx.client}`.execute(tx.db)
  return rows.map(({ role }) => role)
}
