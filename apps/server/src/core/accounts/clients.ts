import { type Locale, ProductError } from '@holdfast/contract'
import { LRUCache } from 'lru-cache'
import { beginHistory, type Database, type TenantTransaction } from '../../platform/database/index.ts'
import { isAccountName } from './client-id.ts'

/** The provider's own account: a client like any other, with its own groups, roles and staff. */
export const providerClient = 'admin'

export interface ClientAccount {
  client: string
  name: string
  locale: string
  /** Nobody can sign in to a closed account, and its devices are refused. Its rows and trail are kept. */
  is_active: boolean
}

const rememberForMs = 10_000

/**
 * The accounts that exist. Every anonymous call reads them, so they are cached for a few seconds. A missing account is not
 * cached, because it may be opened the next moment.
 */
export class Clients {
  readonly #database: Database
  readonly #known = new LRUCache<string, ClientAccount>({ max: 5_000, ttl: rememberForMs })

  constructor(database: Database) {
    this.#database = database
  }

  async find(client: string): Promise<ClientAccount | null> {
    // Any other text is no account name, and the database rejects some of them.
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

  /** The names of all accounts, for jobs that go through them. */
  async names(): Promise<string[]> {
    const accounts = await this.#database.readAcrossClients((db) => db.selectFrom('clients').select('client').execute())
    return accounts.map(({ client }) => client)
  }

  /** All customers by identifier, closed ones too. */
  async customers(): Promise<ClientAccount[]> {
    return this.#database.readAcrossClients((db) =>
      db
        .selectFrom('clients')
        .select(['client', 'name', 'locale', 'is_active'])
        .where('client', '<>', providerClient)
        .orderBy('client')
        .execute(),
    )
  }

  /** The customers whose accounts were opened in a span of time. */
  async openedBetween(from: Date, until: Date): Promise<string[]> {
    const accounts = await this.#database.readAcrossClients((db) =>
      db
        .selectFrom('clients')
        .select('client')
        .where('client', '<>', providerClient)
        .where('created_at', '>=', from.toISOString())
        .where('created_at', '<', until.toISOString())
        .execute(),
    )
    return accounts.map(({ client }) => client)
  }

  /** The account of that name, if it is open. */
  async findActive(client: string): Promise<ClientAccount | null> {
    const account = await this.find(client)
    return account?.is_active ? account : null
  }

  /**
   * The name of a customer's account, checked for a call of the provider's area.
   * @throws ProductError `request.not_found` for an unknown account, and for the provider's own
   */
  async customerName(client: string): Promise<string> {
    if (client === providerClient || !(await this.find(client))) throw new ProductError('request.not_found')
    return client
  }

  /** The account on whose trail a call is recorded: the named one, or the provider's if there is none of that name. */
  async trailAccount(client: string): Promise<string> {
    return (await this.find(client)) ? client : providerClient
  }
}

/** All accounts, for `answerTableList`. */
export const clientList = {
  account: 'all',
  table: 'clients',
  columns: ['client', 'name', 'locale', 'is_active', 'created_at'],
  key: ['client'],
} as const

/**
 * Adds the entry of the transaction's account, which is open from then on.
 * @throws ProductError `client.exists`
 */
export const insertClient = async (
  tx: TenantTransaction,
  { name, locale }: { name: string; locale: Locale },
): Promise<void> => {
  const { client, now, db } = tx
  const inserted = await db
    .insertInto('clients')
    .values({ client, name, locale, is_active: true, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('client').doNothing())
    .returning('client')
    .executeTakeFirst()
  if (!inserted) throw new ProductError('client.exists')
  await beginHistory(tx)
}
