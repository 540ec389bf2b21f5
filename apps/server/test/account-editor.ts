import type { Group, TagChange, TagDefinition } from '@holdfast/contract'
import { anAccount, TestAccount } from '../../../tests/setup/test-account.ts'

/** The answer to a call, parsed as JSON. */
export interface Answered<T = Record<string, unknown>> {
  status: number
  body: T
}

type TagFields = Partial<Pick<TagDefinition, 'tag_values' | 'is_required' | 'default_value' | 'version'>>

/** The account `acme` on a real server, with calls that edit its groups and tags. */
export class AccountEditor extends TestAccount<'olivia'> {
  static async open(): Promise<AccountEditor> {
    return new AccountEditor(await anAccount('acme').withPerson('olivia', 'Account Administrator').open())
  }

  /** Makes a call as the account's administrator, or with another token. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    { body, token = this.tokens.olivia }: { body?: unknown; token?: string } = {},
  ): Promise<Answered<T>> {
    const response = await this.server.call(method, `/api/admin/v1/acme${path}`, { token, body })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : null) as T }
  }

  putGroup(
    reference: string,
    tags: Record<string, string>,
    { version = 0, token }: { version?: number; token?: string } = {},
  ) {
    const listed = Object.entries(tags).map(([tag_key, tag_value]) => ({ tag_key, tag_value }))
    const body = { version, tags: listed }
    return this.call<Group & Refused>('PUT', groupPath(reference), { body, ...(token ? { token } : {}) })
  }

  deleteGroup(reference: string, token?: string) {
    return this.call<Refused | null>('DELETE', groupPath(reference), token ? { token } : {})
  }

  async group(reference: string): Promise<Group> {
    return (await this.call<Group>('GET', groupPath(reference))).body
  }

  putTag(key: string, fields: TagFields = {}, { force = false, token }: { force?: boolean; token?: string } = {}) {
    const body = { version: 0, tag_values: null, is_required: false, default_value: null, ...fields }
    const path = `/tags/${encodeURIComponent(key)}${force ? '?force_update=true' : ''}`
    return this.call<TagChange & Refused>('PUT', path, { body, ...(token ? { token } : {}) })
  }

  deleteTag(key: string, { force = false, token }: { force?: boolean; token?: string } = {}) {
    const path = `/tags/${encodeURIComponent(key)}${force ? '?force_update=true' : ''}`
    return this.call<TagChange & Refused>('DELETE', path, token ? { token } : {})
  }

  /** The events on the trail of the newest calls that changed something, newest first. */
  async trail(): Promise<{ event: string; details: Record<string, unknown> }[]> {
    const rows = await this.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', 'acme')
        .where('user_id', '=', 'olivia')
        .orderBy('log_id', 'desc')
        .execute(),
    )
    return rows.flatMap(({ events }) => events)
  }
}

export interface Refused {
  code?: string
  details?: Record<string, unknown>
  errors?: { path: string; keyword: string }[]
}

const groupPath = (reference: string) => `/groups/${encodeURIComponent(reference)}`
