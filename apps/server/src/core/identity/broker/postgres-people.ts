import { sql } from 'kysely'
import type { Database, TenantTransaction } from '../../../platform/database/index.ts'
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

  /** One query for every login, so that its time does not reveal who exists. */
  async findByLogin(client: string, login: string): Promise<IdentityPerson | undefined> {
    const found = await this.#database.read(client, (tx) =>
      tx.db
        .selectFrom('identity_people')
        .selectAll()
        .where('client', '=', client)
        .where((eb) => eb.or([eb('user_reference', '=', login), eb(sql`lower(email)`, '=', login.toLowerCase())]))
        .limit(3)
        .execute(),
    )
    const byReference = found.find((person) => person.user_reference === login)
    // An email address that two people share identifies neither.
    return byReference ?? (found.length === 1 ? found[0] : undefined)
  }

  async save(client: string, person: IdentityPerson, now: Date): Promise<void> {
    await this.#database.transaction(client, (tx) => savePerson(tx, person, now))
  }
}

export const savePerson = async (tx: TenantTransaction, person: IdentityPerson, now: Date): Promise<void> => {
  const { user_reference, email, name, password_hash, upstream_issuer, roles, user_group, is_active } = person
  const columns = { email, name, password_hash, upstream_issuer, roles, user_group, is_active, updated_at: now }
  await tx.db
    .insertInto('identity_people')
    .values({ client: tx.client, user_reference, ...columns, created_at: now })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference']).doUpdateSet(columns))
    .execute()
}
