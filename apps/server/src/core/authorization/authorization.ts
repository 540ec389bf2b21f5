import {
  type Access,
  accessFor,
  type Caller,
  type CompiledRoles,
  compileRolesInSteps,
  isAddressAdmitted,
  rangesWithinBoth,
} from '@holdfast/access'
import { ProductError, type RoleRules } from '@holdfast/contract'
import { LRUCache } from 'lru-cache'
import { type Database, preparedStatement } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { providerClient, visitorReference } from '../accounts/index.ts'
import { readAccessVersion } from './access-version.ts'
import { type AccountLimit, loadAccountLimit, rangesAt } from './account-limit.ts'
import { type AppTokenSettings, appStatement, findAppSettings } from './client-app-rows.ts'
import { GroupIndex } from './group-index.ts'
import { loadGroups } from './group-rows.ts'
import { heldRoles } from './held-roles.ts'
import { accessFromOutside } from './outside-account-ranges.ts'
import { loadRoles } from './role-rows.ts'
import { grantStatement, limitsOfVisits, type Visit, type Visitor } from './visit.ts'

/** The session of a person or a client app: who they are to this account now, whatever their token says. */
export interface Session {
  /** For a client app, its `app_reference`. */
  user_reference: string
  roles: readonly string[]
  user_group: string | null
  accepted_terms: boolean
  /** A person's tokens from before this time are invalid (seconds since 1970). For an app: the time of its last change. */
  sessions_valid_from_s: number
  /** Changes whenever roles, groups or tags change. */
  access_version: number
  /** Whether the account, or the client app, may be used from the caller's address at all. */
  is_address_admitted: boolean
  /** The person's address is not admitted, but they may still see and end visits of the provider's staff. */
  may_end_visits: boolean
  access: Access
  /** For the provider's staff in a customer's account; absent for everybody in their own account. */
  visit?: Visit
}

/**
 * A token is valid only while the session in which it was issued lives.
 * @throws ProductError `auth.inactive` for a token that was issued before its bearer signed out
 */
export const assertSessionValid = (session: Session, issued_at_s: number): void => {
  if (issued_at_s < session.sessions_valid_from_s) throw new ProductError('auth.inactive')
}

interface CompiledRoleSet {
  compiled: CompiledRoles
  /** The roles that still exist: a deleted role grants nothing from the next call on. */
  roles: readonly string[]
  limit: AccountLimit
}

/**
 * Resolves what callers may do. Roles are compiled once per account, role set and access version. Every call reads the
 * version, so that a change takes effect on the next call.
 */
export class Authorization {
  readonly #database: Database
  readonly #termsVersion: string
  readonly #roleSets = new LRUCache<string, CompiledRoleSet>({ max: 2_000 })
  readonly #groups = new LRUCache<string, { version: number; index: GroupIndex }>({ max: 500 })

  constructor(database: Database, termsVersion: string) {
    this.#database = database
    this.#termsVersion = termsVersion
  }

  /**
   * The session of a person, at this moment and from this address.
   * @throws ProductError `auth.inactive` if the person is unknown to the account or was removed, or the account is closed
   */
  async sessionOf(client: string, user_reference: string, address: string): Promise<Session> {
    const terms_version = this.#termsVersion
    const statement = personStatement({ client, user_reference, terms_version, now: new Date().toISOString() })
    const [user] = await this.#database.readOnce(client, statement)
    if (!user?.is_active || !user.is_account_active) throw new ProductError('auth.inactive')
    const access_version = user.version ?? 0
    const { compiled, roles, limit } = await this.#roleSet(client, user.roles, access_version)
    const admitted = admittedFrom(compiled, { address, account_cidr_ranges: rangesAt(limit, new Date()) })
    const outside = admitted.is_address_admitted
      ? null
      : await this.#database.read(client, (tx) => accessFromOutside(tx, roles, address))
    return {
      access_version,
      user_reference: user.user_reference,
      roles,
      user_group: user.user_group,
      accepted_terms: user.accepted_at !== null,
      sessions_valid_from_s: Date.parse(user.sessions_valid_from) / 1000,
      ...admitted,
      ...(outside ? { access: outside, may_end_visits: true } : {}),
    }
  }

  /** The client apps of an account that accept tokens of this issuer for one of these audiences. */
  appsAccepting(client: string, issuer: string, audiences: readonly string[]): Promise<AppTokenSettings[]> {
    return this.#database.read(client, (tx) => findAppSettings(tx, issuer, audiences))
  }

  /**
   * The session of a client app, at this moment and from this address. The address must be in the ranges of both the account
   * and the app.
   * @throws ProductError `auth.inactive` if the app was deleted or the account is closed
   */
  async appSessionOf(client: string, app_reference: string, address: string): Promise<Session> {
    const [app] = await this.#database.readOnce(client, appStatement({ client, app_reference }))
    if (!app?.is_account_active) throw new ProductError('auth.inactive')
    const access_version = app.version ?? 0
    const { compiled, roles, limit } = await this.#roleSet(client, app.roles, access_version)
    return {
      access_version,
      user_reference: app_reference,
      roles,
      user_group: app.group,
      accepted_terms: true,
      sessions_valid_from_s: Date.parse(app.updated_at) / 1000,
      ...admittedFrom(compiled, {
        address,
        account_cidr_ranges: rangesWithinBoth(app.cidr_ranges, rangesAt(limit, new Date())),
      }),
    }
  }

  /**
   * The session of one of the provider's staff in a customer's account: in the approved role, while the approval is in force
   * and the person is still staff who may use support access. All of this is read with every call, so that a revocation
   * takes effect on the next one.
   * @throws ProductError `auth.bad_support_prefix` without an approval in force; `auth.inactive` for former staff
   */
  async visitOf(client: string, visitor: Visitor, address: string): Promise<Session> {
    const staff = await this.sessionOf(providerClient, visitor.user_reference, address)
    if (!staff.access.can('internal:support')) throw new ProductError('auth.bad_support_prefix')
    const { user_reference, accepted_terms, sessions_valid_from_s } = staff
    const { support_reference } = visitor
    const now = new Date()
    const statement = grantStatement({ client, support_reference, user_reference, now: now.toISOString() })
    const [granted] = await this.#database.readOnce(client, statement)
    if (!granted?.is_account_active) throw new ProductError('auth.bad_support_prefix')
    const access_version = granted.version ?? 0
    const set = await this.#roleSet(client, [granted.role], access_version, limitsOfVisits)
    return {
      access_version,
      user_reference: visitorReference(user_reference),
      roles: [granted.role],
      user_group: null,
      accepted_terms,
      sessions_valid_from_s,
      ...admittedFrom(set.compiled, { address, account_cidr_ranges: rangesAt(set.limit, now) }),
      visit: {
        support_reference,
        staff: { user_reference, roles: staff.roles },
        ...(granted.approval_expiry === null ? {} : { ends_at: granted.approval_expiry }),
      },
    }
  }

  /**
   * The account's groups at their current version.
   * @param knownVersion the version, if the call has read it already: groups cached at that version need no query
   */
  async groupsOf(client: string, knownVersion: number | null): Promise<GroupIndex> {
    const remembered = this.#groups.get(client)
    if (remembered && remembered.version === knownVersion) return remembered.index
    return this.#database.read(client, async (tx) => {
      const version = await readAccessVersion(tx)
      const cached = this.#groups.get(client)
      if (cached?.version === version) return cached.index
      const index = await GroupIndex.of(await loadGroups(tx))
      this.#groups.set(client, { version, index })
      return index
    })
  }

  /** @param limits denials that apply in addition to the roles */
  async #roleSet(
    client: string,
    references: readonly string[],
    version: number,
    limits: readonly RoleRules[] = [],
  ): Promise<CompiledRoleSet> {
    const key = JSON.stringify([client, version, [...references].sort(), limits.length])
    const cached = this.#roleSets.get(key)
    if (cached) return cached
    const [rows, limit] = await this.#database.read(client, async (tx) => [
      await loadRoles(tx, references),
      await loadAccountLimit(tx),
    ])
    const set = {
      compiled: await runSteps(compileRolesInSteps([...rows, ...limits], { client })),
      roles: rows.map((role) => role.role_reference),
      limit,
    }
    this.#roleSets.set(key, set)
    return set
  }
}

const admittedFrom = (
  roles: CompiledRoles,
  caller: Caller,
): Pick<Session, 'is_address_admitted' | 'may_end_visits' | 'access'> => ({
  is_address_admitted: isAddressAdmitted(caller),
  may_end_visits: false,
  access: accessFor(roles, caller),
})

interface PersonAt {
  client: string
  user_reference: string
  terms_version: string
  now: string
}

const personStatement = preparedStatement('session', (db, { client, user_reference, terms_version, now }: PersonAt) =>
  db
    .selectFrom('portal_users as person')
    .innerJoin('clients as account', (join) =>
      join.onRef('account.client', '=', 'person.client').on('account.client', '=', client),
    )
    .leftJoin('access_versions as access', (join) =>
      join.onRef('access.client', '=', 'person.client').on('access.client', '=', client),
    )
    .leftJoin('terms_acceptances as terms', (join) =>
      join
        .onRef('terms.client', '=', 'person.client')
        .on('terms.client', '=', client)
        .onRef('terms.user_reference', '=', 'person.user_reference')
        .on('terms.terms_version', '=', terms_version),
    )
    .select(heldRoles('person', { client, now }).as('roles'))
    .select([
      'person.user_reference',
      'person.user_group',
      'person.is_active',
      'account.is_active as is_account_active',
      'person.sessions_valid_from',
      'access.version',
      'terms.accepted_at',
    ])
    .where('person.client', '=', client)
    .where('person.user_reference', '=', user_reference),
)
