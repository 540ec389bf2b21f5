import type { Selectable } from 'kysely'
import type { Database, Tables } from '../../../platform/database/index.ts'
import type { BrokerRecord, BrokerStore } from './stores.ts'

/** Stores the broker's records in the database, with each transaction bound to one account. */
export class PostgresBrokerStore implements BrokerStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async upsert(client: string, model: string, id: string, record: BrokerRecord): Promise<void> {
    const { payload, grant_id, uid, expires_at, consumed_at } = record
    await this.#database.transaction(client, (tx) =>
      tx.db
        .insertInto('identity_records')
        .values({ client, model, id, payload: JSON.stringify(payload), grant_id, uid, expires_at, consumed_at })
        .onConflict((conflict) =>
          conflict.columns(['client', 'model', 'id']).doUpdateSet((eb) => ({
            payload: eb.ref('excluded.payload'),
            grant_id: eb.ref('excluded.grant_id'),
            uid: eb.ref('excluded.uid'),
            expires_at: eb.ref('excluded.expires_at'),
          })),
        )
        .execute(),
    )
  }

  async find(client: string, model: string, id: string): Promise<BrokerRecord | undefined> {
    const row = await this.#database.read(client, (tx) =>
      tx.db
        .selectFrom('identity_records')
        .selectAll()
        .where('client', '=', client)
        .where('model', '=', model)
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    return row && toRecord(row)
  }

  async findByUid(client: string, model: string, uid: string): Promise<(BrokerRecord & { id: string }) | undefined> {
    const row = await this.#database.read(client, (tx) =>
      tx.db
        .selectFrom('identity_records')
        .selectAll()
        .where('client', '=', client)
        .where('model', '=', model)
        .where('uid', '=', uid)
        .executeTakeFirst(),
    )
    return row && { ...toRecord(row), id: row.id }
  }

  async consume(client: string, model: string, id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.transaction(client, (tx) =>
      tx.db
        .updateTable('identity_records')
        .set({ consumed_at: now })
        .where('client', '=', client)
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst(),
    )
    return numUpdatedRows === 1n
  }

  async destroy(client: string, model: string, id: string): Promise<void> {
    await this.#database.transaction(client, (tx) =>
      tx.db
        .deleteFrom('identity_records')
        .where('client', '=', client)
        .where('model', '=', model)
        .where('id', '=', id)
        .execute(),
    )
  }

  async revokeByGrantId(client: string, model: string, grantId: string): Promise<void> {
    await this.#database.transaction(client, (tx) =>
      tx.db
        .deleteFrom('identity_records')
        .where('client', '=', client)
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute(),
    )
  }

  async removeExpired(client: string, now: Date, limit: number): Promise<number> {
    const { numDeletedRows } = await this.#database.transaction(client, (tx) =>
      tx.db
        .deleteFrom('identity_records')
        .where('client', '=', client)
        .where((eb) =>
          eb(
            eb.refTuple('model', 'id'),
            'in',
            eb
              .selectFrom('identity_records')
              .select(['model', 'id'])
              .where('client', '=', client)
              .where('expires_at', '<', now.toISOString())
              .orderBy('expires_at')
              .limit(limit)
              .$asTuple('model', 'id'),
          ),
        )
        .executeTakeFirst(),
    )
    return Number(numDeletedRows)
  }
}

const toRecord = (row: Selectable<Tables['identity_records']>): BrokerRecord => ({
  payload: row.payload,
  grant_id: row.grant_id,
  uid: row.uid,
  expires_at: new Date(row.expires_at),
  consumed_at: row.consumed_at === null ? null : new Date(row.consumed_at),
})
