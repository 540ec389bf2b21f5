import { ProductError } from '@holdfast/contract'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/index.ts'
import { isAccountName } from '../identity/client-id.ts'

/** The provider's own account: a client like any other, with its own groups, roles and staff. */
export const providerClient = 'admin'

export interface ClientAccount {
  client: string
  name: string
  locale: string
  /** Nobody signs in to a closed account, and none of its devices is heard; its rows and trail stay. */
  is_active: boolean
}

const rememberForMs = 10_000

/**
 * The accounts that exist. Read for every anonymous call, hence remembered for a few seconds; that there is none of a
 * name is not, because one may be opened the next moment.
 */
export class Clients {
  readonly #database: Database
  readonly #known = new LRUCache<string, ClientAccount>({ max: 5_000, ttl: rememberForMs })

  constructor(database: Database) {
    this.#database = database
  }

  async find(client: string): Promise<ClientAccount | null> {
    // No account has another name; and what is no text to the database is none of its questions.
    if (!isAccountName(client)) return null
    const known = this.#known.get(client)
    if (known) return known
    const account = await this.#database.readAcrossClients((db) =>
      db
        .selectFrom('clients')
        .select(['client', 'name', 'locale', 'is_active'])
        .where('client', '=', client)
        .executeTakeFirst(),
    )
    if (account) this.#known.set(client, account)
    return account ?? null
  }

  /** The account of that name while it is open to its people and devices. */
  async findActive(client: string): Promise<ClientAccount | null> {
    const account = await this.find(client)
    return account?.is_active ? account : null
  }

  /**
   * The name of a customer's account, as a call of the provider's area gives it.
   * @throws ProductError `request.not_found`, also for the provider's own account
   */
  async customer(client: string): Promise<string> {
    if (client === providerClient || !(await this.find(client))) throw new ProductError('request.not_found')
    return client
  }

  /** The account on whose trail a call belongs: the named one, or the provider's when there is none of that name. */
  async forTrail(client: string): Promise<string> {
    return (await this.find(client)) ? client : providerClient
  }
}
