import type { KeyAlgorithm } from '@holdfast/contract'
import { type ClientPrivateKey, generateClientKeyPair, importPrivateKey } from '@holdfast/custody'
import { LRUCache } from 'lru-cache'
import type { Database, TenantTransaction } from '../database/index.ts'
import type { Keys } from '../keys/index.ts'

export interface PublicKeyRecord {
  key_id: string
  algorithm: KeyAlgorithm
  public_key: string
}

export interface RotatedKey extends PublicKeyRecord {
  /** The key that was current until now; null for an account's first. */
  replaced: string | null
}

const purposeOf = (client: string): string => `private key of client ${client}`

/**
 * The key pairs that recordings are sealed to. Private keys rest wrapped by the master key and are parsed once; after a
 * rotation old ones still open what was sealed to them.
 */
export class ClientKeys {
  readonly #database: Database
  readonly #keys: Keys
  readonly #parsed = new LRUCache<string, ClientPrivateKey>({ max: 1_000 })

  constructor(database: Database, keys: Keys) {
    this.#database = database
    this.#keys = keys
  }

  /** The private key of one client by its id; null when this client has no such key. */
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

  /** The key that new recordings are to be sealed to. */
  async currentPublicKey(tx: TenantTransaction): Promise<PublicKeyRecord | undefined> {
    return tx.db
      .selectFrom('client_keys')
      .select(['key_id', 'algorithm', 'public_key'])
      .where('client', '=', tx.client)
      .where('is_current', '=', true)
      .executeTakeFirst()
  }

  /** Makes a new pair and lets new recordings be sealed to it from now on. Of several at once, the last one is current. */
  async rotate(tx: TenantTransaction): Promise<RotatedKey> {
    const pair = await generateClientKeyPair()
    await inTurn(tx)
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

/** Two rotations at once would each see the other's key too late, and leave two that are current. */
const inTurn = async (tx: TenantTransaction): Promise<void> => {
  await tx.db.selectFrom('client_keys').select('key_id').where('client', '=', tx.client).forUpdate().execute()
}
