import type { Role, RoleFields, RolePreview } from '@holdfast/contract'
import { anAccount, TestAccount } from '../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}/roles`

/** The editable fields of a role that allows very little. */
export const draft = (fields: Partial<RoleFields> = {}): RoleFields => ({
  permissions: [{ actions_matching: 'payloads:read' }],
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  description: null,
  test_cases: [],
  ...fields,
})

export const testCase = {
  description: '',
  action: 'payloads:read' as const,
  group_reference: null,
  payload_type: 'Call' as const,
  address: null,
}

/** The status of a refused call, with the fields of its error. */
export const refusal = async (answer: Promise<Response>) => {
  const response = await answer
  const body = (await response.json()) as {
    code: string
    message: string
    details?: object
    errors?: { path: string; message: string }[]
  }
  return { status: response.status, ...body }
}

const addressOf = (role: string): string => `${base}/${encodeURIComponent(role)}`

/**
 * The account `northwind` with the groups London, Lisbon and Porto and two people who may change roles: olga can do
 * everything with recordings, adam everything but play them.
 */
export class AccountWithRoles extends TestAccount<'olga' | 'adam'> {
  static async open(): Promise<AccountWithRoles> {
    const account = anAccount(client).withGroups('London', 'Lisbon', 'Porto')
    return new AccountWithRoles(
      await account.withPerson('olga', 'Compliance Officer').withPerson('adam', 'Account Administrator').open(),
    )
  }

  put(role: string, version: number, fields: Partial<RoleFields> = {}, who: 'olga' | 'adam' = 'olga') {
    const body = { version, ...draft(fields) }
    return this.server.call('PUT', addressOf(role), { token: this.tokens[who], body })
  }

  /** Saves a role. Throws when the call is refused. */
  async saved(...edit: Parameters<AccountWithRoles['put']>): Promise<Role> {
    const response = await this.put(...edit)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Role
  }

  get(role: string): Promise<Role> {
    return this.server.getJson<Role>(addressOf(role), this.tokens.olga)
  }

  remove(role: string, version?: number): Promise<Response> {
    const seen = version === undefined ? '' : `?version=${version}`
    return this.server.call('DELETE', `${addressOf(role)}${seen}`, { token: this.tokens.olga })
  }

  async preview(role: string, fields: Partial<RoleFields>, who: 'olga' | 'adam' = 'olga'): Promise<RolePreview> {
    const response = await this.server.call('POST', `${addressOf(role)}/preview`, {
      token: this.tokens[who],
      body: draft(fields),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as RolePreview
  }

  /** The newest entry of the trail about a role. */
  newestActivity() {
    return this.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['events', 'user_id'])
        .where('client', '=', client)
        .where('call', 'like', '% /roles/%')
        .orderBy('log_id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
  }
}
