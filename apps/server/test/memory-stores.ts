import type {
  Account,
  AccountDirectory,
  BrokerRecord,
  BrokerStore,
  IdentityPerson,
  PeopleStore,
} from '../src/core/identity/broker/stores.ts'

/** Stores the broker's records in this process: for tests and tools that need no database. */
export class MemoryBrokerStore implements BrokerStore {
  readonly #records = new Map<string, BrokerRecord>()

  async upsert(client: string, model: string, id: string, record: BrokerRecord): Promise<void> {
    this.#records.set(keyOf(client, model, id), structuredClone(record))
  }

  async find(client: string, model: string, id: string): Promise<BrokerRecord | undefined> {
    return structuredClone(this.#records.get(keyOf(client, model, id)))
  }

  async findByUid(client: string, model: string, uid: string): Promise<(BrokerRecord & { id: string }) | undefined> {
    for (const [key, record] of this.#within(client, model)) {
      if (record.uid === uid) return structuredClone({ ...record, id: key.slice(key.lastIndexOf(' ') + 1) })
    }
    return undefined
  }

  async consume(client: string, model: string, id: string, now: Date): Promise<boolean> {
    const record = this.#records.get(keyOf(client, model, id))
    if (record === undefined || record.consumed_at !== null) return false
    record.consumed_at = now
    return true
  }

  async destroy(client: string, model: string, id: string): Promise<void> {
    this.#records.delete(keyOf(client, model, id))
  }

  async revokeByGrantId(client: string, model: string, grantId: string): Promise<void> {
    for (const [key, record] of this.#within(client, model)) {
      if (record.grant_id === grantId) this.#records.delete(key)
    }
  }

  async removeExpired(client: string, now: Date, limit: number): Promise<number> {
    const expired = [...this.#records]
      .filter(([key, record]) => key.startsWith(`${client} `) && record.expires_at <= now)
      .slice(0, limit)
    for (const [key] of expired) this.#records.delete(key)
    return expired.length
  }

  /** The contents of the store, as a thief would read them. */
  dump(): string {
    return JSON.stringify([...this.#records])
  }

  #within(client: string, model: string): [string, BrokerRecord][] {
    return [...this.#records].filter(([key]) => key.startsWith(`${client} ${model} `))
  }
}

const keyOf = (client: string, model: string, id: string): string => `${client} ${model} ${id}`

export class MemoryPeopleStore implements PeopleStore {
  readonly #people = new Map<string, IdentityPerson>()

  async findByReference(client: string, userReference: string): Promise<IdentityPerson | undefined> {
    return this.#people.get(`${client} ${userReference}`)
  }

  async findByLogin(client: string, login: string): Promise<IdentityPerson | undefined> {
    const byReference = this.#people.get(`${client} ${login}`)
    if (byReference !== undefined) return byReference
    const email = login.toLowerCase()
    return [...this.#people].find(
      ([key, person]) => key.startsWith(`${client} `) && person.email.toLowerCase() === email,
    )?.[1]
  }

  async save(client: string, person: IdentityPerson): Promise<void> {
    this.#people.set(`${client} ${person.user_reference}`, person)
  }
}

export const accountsOf = (...accounts: Account[]): AccountDirectory => ({
  find: async (client) => accounts.find((account) => account.client === client),
})
