import type { KeyAlgorithm } from '@holdfast/contract'
import { type ClientPrivateKey, generateClientKeyPair, importPrivateKey } from '@holdfast/custody'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Database, preparedStatement, type TenantTransaction } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'

export interface PublicKeyRecord {
  key_id: string
  algorithm: KeyAlgorithm
  public_key: string
}

export interface RotatedKey extends PublicKeyRecord {
  /** The key that was current until now; `null` for an account's first key. */
  replaced: string | null
}

const purposeOf = (client: string): string => `private key of client ${client}`

/**
 * The key pairs to which recordings are sealed. Private keys are stored wrapped by the master key, and each is parsed once.
 * After a rotation, old keys still open the recordings that were sealed to them.
 */
export class ClientKeys {
  readonly #database: Database
  readonly #keys: Keys
  readonly #parsed = new LRUCache<string, ClientPrivateKey>({ max: 1_000 })

  constructor(database: Database, keys: Keys) {
    this.#database = database
    this.#keys = keys
  }

  /** A client's private key by its id; `null` when this client has no such key. */
  async privateKey(client: string, key_id: string): Promise<ClientPrivateKey | null> {
    const cacheKey = `${client}\n${key_id}`
    const parsed = this.#parsed.get(cacheKey)
    if (parsed) return parsed
    const row = await this.#database.read(client, (tx) =>
      tx.db
        .selectFrom('client_keys')
        .select('private_key_wrapped')
        .where('client', '=', client)
        .where('key_id', '=', key_id)
        .executeTakeFirst(),
    )
    if (!row) return null
    const pem = Buffer.from(this.#keys.unwrap(row.private_key_wrapped, purposeOf(client))).toString('utf8')
    const key = await importPrivateKey(pem)
    this.#parsed.set(cacheKey, key)
    return key
  }

  /** The key to which new recordings are sealed. */
  async currentPublicKey(tx: TenantTransaction): Promise<PublicKeyRecord | undefined> {
    return tx.db
      .selectFrom('client_keys')
      .select(['key_id', 'algorithm', 'public_key'])
      .where('client', '=', tx.client)
      .where('is_current', '=', true)
      .executeTakeFirst()
  }

  /** Makes a new key pair, to which new recordings are sealed from now on. If several calls rotate at once, the last one wins. */
  async rotate(tx: TenantTransaction): Promise<RotatedKey> {
    const pair = await generateClientKeyPair()
    await lockRotation(tx)
    const algorithm = 'ECDH-ES+A256KW'
    const replaced = await tx.db
      .updateTable('client_keys')
      .set({ is_current: false })
      .where('client', '=', tx.client)
      .where('is_current', '=', true)
      .returning('key_id')
      .executeTakeFirst()
    await tx.db
      .insertInto('client_keys')
      .values({
        client: tx.client,
        key_id: pair.key_id,
        algorithm,
        public_key: pair.public_key,
        private_key_wrapped: this.#keys.wrap(Buffer.from(pair.private_key), purposeOf(tx.client)),
        is_current: true,
        created_at: tx.now,
      })
      .execute()
    return { key_id: pair.key_id, algorithm, public_key: pair.public_key, replaced: replaced?.key_id ?? null }
  }
}

/** Serialises rotations: two at once would not see each other's new key, and would leave two current keys. */
const lockRotation = async (tx: TenantTransaction): Promise<void> => {
  await tx.db.selectFrom('client_keys').select('key_id').where('client', '=', tx.client).forUpdate().execute()
}

/** The named public keys and the current one. */
export const accountKeysStatement = preparedStatement(
  'account keys',
  (db, { client, key_ids }: { client: string; key_ids: readonly string[] }) =>
    db
      .selectFrom('client_keys')
      .select(['key_id', 'is_current', 'algorithm', 'public_key'])
      .where('client', '=', client)
      .where((eb) => eb.or([eb('is_current', '=', true), eb('key_id', '=', sql<string>`any(${key_ids}::text[])`)])),
)

/** The public keys of all accounts, newest first, for `answerTableList`. */
export const keyList = {
  account: 'all',
  list: 'public_keys',
  table: 'client_keys',
  columns: ['client', 'key_id', 'algorithm', 'public_key', 'is_current', 'created_at'],
  key: ['created_at', 'key_id'],
  direction: 'desc',
} as const
