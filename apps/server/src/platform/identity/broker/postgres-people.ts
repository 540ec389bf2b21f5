import { sql } from 'kysely'
import type { Database } from '../../database/index.ts'
import type { IdentityPerson, PeopleStore } from './stores.ts'

/** The people who sign in at the broker. */
export class PostgresPeopleStore implements PeopleStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  findByReference(client: string, userReference: string): Promise<IdentityPerson | undefined> {
    return this.#database.read(client, (tx) =>
      tx.db
        .selectFrom('identity_people')
        .selectAll()
        .where('client', '=', client)
        .where('user_reference', '=', userReference)
        .executeTakeFirst(),
    )
  }

  async findByLogin(client: string, login: string): Promise<IdentityPerson | undefined> {
    const byReference = await this.findByReference(client, login)
    if (byReference !== undefined) return byReference
    const byEmail = await this.#database.read(client, (tx) =>
      tx.db
        .selectFrom('identity_people')
        .selectAll()
        .where('client', '=', client)
        .where(sql`lower(email)`, '=', login.toLowerCase())
        .limit(2)
        .execute(),
    )
    // An address that two people share identifies neither.
    return byEmail.length === 1 ? byEmail[0] : undefined
  }

  async save(client: string, person: IdentityPerson, now: Date): Promise<void> {
    const { user_reference, email, name, password_hash, upstream_issuer, roles, user_group, is_active } = person
    const columns = { email, name, password_hash, upstream_issuer, roles, user_group, is_active, updated_at: now }
    await this.#database.transaction(client, (tx) =>
      tx.db
        .insertInto('identity_people')
        .values({ client, user_reference, ...columns, created_at: now })
        .onConflict((conflict) => conflict.columns(['client', 'user_reference']).doUpdateSet(columns))
        .execute(),
    )
  }
}
