import type { Alert, RetentionExplanation } from '@holdfast/contract'
import { sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { addRows } from '../../../tests/setup/rows.ts'
import type { ServerOptions } from '../../../tests/setup/server.ts'
import { anAccount, TestAccount } from '../../../tests/setup/test-account.ts'
import { watchAccounts } from '../src/modules/alert-watches/watch-accounts.ts'
import { destroyPayloads } from '../src/modules/destruction/index.ts'
import { sealedObjectKey } from '../src/modules/uploads/object-keys.ts'
import { newId } from '../src/platform/identifiers.ts'
import { sweepStore } from './store-sweeps.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface StoredCall {
  reference: string
  key: string
  sealed: Uint8Array
}

/** An account whose calls are objects of a store, with a policy that destroys calls after some days. */
export class AccountWithLocks extends TestAccount<'olga' | 'admin'> {
  #version = 1
  /** Calls are made, and days counted, from here, so that midnight changes nothing in the middle of a test. */
  readonly #begun = Date.now()

  static async open(options: ServerOptions = {}): Promise<AccountWithLocks> {
    const account = anAccount('northwind').withGroups('London').withDevice('London-1', 'London')
    return new AccountWithLocks(
      await account.withPerson('olga', 'Compliance Officer').withPerson('admin', 'Account Administrator').open(options),
    )
  }

  /** The first midnight of UTC after so many days. */
  midnightIn(days: number): Date {
    return new Date(Math.ceil((this.#begun + days * dayMs) / dayMs) * dayMs)
  }

  get platform() {
    return this.server.api.platform
  }

  /** Adds a processed call that was made days ago, with an object. */
  async call(daysAgo: number): Promise<StoredCall> {
    const key = await this.read((tx) => this.platform.clientKeys.currentPublicKey(tx))
    if (!key) throw new Error('The account has no key')
    const of = { payload_reference: ulid(), payload_type: 'Call', device_reference: 'London-1' } as const
    const { content: sealed, ...seal } = await sealBytes(Buffer.alloc(50), { ...of, public_key: key.public_key })
    const s3_path = sealedObjectKey(this.client, of.payload_reference, seal.checksum)
    await this.platform.objects.put(s3_path, sealed)
    const payload_time = new Date(this.#begun - daysAgo * dayMs)
    const times = { payload_time, registered_at: payload_time }
    await this.write((tx) => addRows(tx, 'payloads', [{ ...of, group: 'London', ...seal, s3_path, ...times }]))
    return { reference: of.payload_reference, key: s3_path, sealed }
  }

  /** The days after which calls are destroyed; `null`: never. */
  async policy(destroy_after_days: number | null): Promise<void> {
    const rule = { payload_type: 'Call', retention_timestamp: 'payload_time', delete_after_days: null }
    const rules = [{ ...rule, destroy_after_days, required_receipts: [], required_transfers: [] }]
    const { client } = this
    await this.write(async ({ db, now }) => {
      await db.updateTable('retention_policies').set({ ended_at: now }).where('client', '=', client).execute()
      const of = { client, version: this.#version++, entities: '[]', payloads: JSON.stringify(rules), settings: '{}' }
      const saved = { is_locked: false, saved_at: now, saved_by: 'olga', needs_second_person: false }
      const freed = { freed_recordings: 0, freed_bytes: 0 }
      const effective_at = new Date(now.getTime() - dayMs)
      await db
        .insertInto('retention_policies')
        .values({ ...of, ...saved, ...freed, effective_at })
        .execute()
    })
  }

  async hold({ reference }: StoredCall, method: 'POST' | 'DELETE' = 'POST'): Promise<void> {
    const body = { payload_references: [reference] }
    const path = `/api/client/v1/${this.client}/matters/General/holds`
    const answer = await this.server.call(method, path, { token: this.tokens.olga, body })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** Compares the store with the rows, and locks, as the daily job does. */
  sweep(): Promise<void> {
    return sweepStore(this, 'locks')
  }

  /** The lock of a call as our row has it. */
  async row({ key }: StoredCall) {
    return this.read((tx) =>
      tx.db
        .selectFrom('object_locks')
        .selectAll()
        .where('client', '=', tx.client)
        .where('object_key', '=', key)
        .executeTakeFirst(),
    )
  }

  explanation({ reference }: StoredCall): Promise<RetentionExplanation> {
    const path = `/api/client/v1/${this.client}/payloads/${reference}/retention`
    return this.server.getJson<RetentionExplanation>(path, this.tokens.olga)
  }

  /** Destroys a call if retention allows it. Returns why it was kept. */
  async destroy({ reference }: StoredCall): Promise<string> {
    const run = { run_id: newId(), by: 'olga' }
    const [outcome] = await destroyPayloads(this.platform, this.client, [reference], run)
    return outcome?.result === 'kept' ? outcome.reason : 'destroyed'
  }

  async stateOf({ reference }: StoredCall) {
    return this.read((tx) =>
      tx.db
        .selectFrom('payloads')
        .select(['payload_state', 'encrypted_dek', 's3_path', 'damaged_at'])
        .where('client', '=', tx.client)
        .where('payload_reference', '=', reference)
        .executeTakeFirstOrThrow(),
    )
  }

  /** The alert of differing locks, the latest first, after the watch has looked. */
  async alerts(): Promise<Pick<Alert, 'alert_state' | 'alert_message' | 'related_entities'>[]> {
    await watchAccounts.handle({ platform: this.platform, attempt: 1, signal: AbortSignal.timeout(60_000) }, {})
    const path = `/api/admin/v1/${this.client}/alerts?filter[conditions][0]=object_lock_differs`
    return (await this.server.getJson<{ items: Alert[] }>(path, this.tokens.admin)).items
  }
}
