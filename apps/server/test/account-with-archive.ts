import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Alert, Transferable, TransferConfig, TransferItem } from '@holdfast/contract'
import { addSealedMessages, type SealedMessage } from '../../../tests/setup/sealed-messages.ts'
import type { ServerOptions } from '../../../tests/setup/server.ts'
import { type Sshd, startSshd } from '../../../tests/setup/sshd.ts'
import { anAccount, TestAccount } from '../../../tests/setup/test-account.ts'
import { arrivalsStatement } from '../src/modules/arrivals/index.ts'
import { findPayloads } from '../src/modules/payloads/index.ts'
import { runTransfer } from '../src/modules/transfers/run.ts'

export const archive = 'Archive'

/** An account with two devices, and an SFTP server to which a configuration transfers its recordings. */
export class AccountWithArchive extends TestAccount<'boss' | 'olga' | 'vera'> {
  sshd!: Sshd

  static async open(options: ServerOptions = {}): Promise<AccountWithArchive> {
    const account = new AccountWithArchive(
      await anAccount()
        .withGroups('London', 'Lisbon')
        .withRole('Everything', [{ actions_matching: '*' }])
        .withRole('Transfers only', [{ actions_matching: 'transfers:*' }])
        .withPerson('boss', 'Everything', 'Account Administrator')
        .withPerson('olga', 'Auditor')
        .withPerson('vera', 'Transfers only')
        .withDevice('London-1', 'London')
        .withDevice('Lisbon-1', 'Lisbon')
        .open({ ...options, environment: { HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true', ...options.environment } }),
    )
    await account.configure({ is_active: false, host: '127.0.0.1', port: 1 })
    const { sftp_public_key } = await account.config()
    account.sshd = await startSshd()
    await account.sshd.authorize(sftp_public_key ?? '')
    return account
  }

  #issued = performance.now()
  #token: string | undefined

  /** The token of `boss`, who may do everything. Tokens last five minutes. */
  async #tokenOfBoss(): Promise<string> {
    if (this.#token !== undefined && performance.now() - this.#issued < 120_000) return this.#token
    const person = { user_reference: 'boss', roles: ['Everything', 'Account Administrator'] }
    this.#token = await this.server.issueIdToken(this.client, person)
    this.#issued = performance.now()
    return this.#token
  }

  get base(): string {
    return `/api/client/v1/${this.client}`
  }

  async ask<T>(method: string, path: string, body?: object, token?: string): Promise<T & { code?: string }> {
    const used = token ?? (await this.#tokenOfBoss())
    const response = await this.server.call(method, `${this.base}${path}`, { token: used, ...(body ? { body } : {}) })
    const text = await response.text()
    return { status: response.status, ...(text === '' ? {} : JSON.parse(text)) }
  }

  config(reference = archive): Promise<TransferConfig> {
    return this.ask<TransferConfig>('GET', `/transfer_configs/${reference}`)
  }

  /** Creates or changes the configuration. */
  async configure(
    { host, port, host_key, ...fields }: Record<string, unknown> = {},
    reference = archive,
  ): Promise<void> {
    const { version } = await this.config(reference)
    const hostKey = `ssh-ed25519 ${Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), Buffer.alloc(32)]).toString('base64')}`
    const body = {
      ...(version === undefined ? {} : { version }),
      transfer_type: 'Payload',
      payload_types: ['SMS', 'MMS', 'Call', 'Photo'],
      schedule: '',
      pgp_key: null,
      params: {
        target_type: 'SFTP',
        host: host ?? '127.0.0.1',
        port: port ?? this.sshd.port,
        username: this.sshd?.username ?? 'root',
        root_directory: this.sshd?.folder ?? '/in',
        host_key: host_key ?? this.sshd?.hostKey ?? hostKey,
      },
      transfer_file_format: 'Uncompressed',
      is_active: true,
      ...fields,
    }
    const answer = await this.ask<{ status: number }>(
      version === undefined ? 'POST' : 'PUT',
      `/transfer_configs/${reference}`,
      body,
    )
    if (answer.status >= 300) throw new Error(JSON.stringify(answer))
    const { sftp_public_key } = await this.config(reference)
    await this.sshd?.authorize(sftp_public_key ?? '')
  }

  /** Has the present window transferred. Returns the transfer as it is then. */
  async transfer(reference = archive): Promise<Transferable> {
    const { transfer_id } = await this.ask<Transferable>('POST', `/transfer_configs/${reference}/run`, {})
    await this.work(reference)
    return this.found(transfer_id)
  }

  found(transfer_id: string): Promise<Transferable> {
    return this.ask<Transferable>('GET', `/transfers/${transfer_id}`)
  }

  async items(transfer_id: string): Promise<TransferItem[]> {
    return (await this.ask<{ items: TransferItem[] }>('GET', `/transfers/${transfer_id}/items?limit=100`)).items
  }

  /** The names of files below the folder of a transfer. */
  async delivered({ folder }: Pick<Transferable, 'folder'>): Promise<string[]> {
    const root = path.join(this.sshd.folder, folder)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .sort()
  }

  file({ folder }: Pick<Transferable, 'folder'>, name: string): Promise<Buffer> {
    return readFile(path.join(this.sshd.folder, folder, name))
  }

  /** Adds messages that arrived. */
  async messages(count: number, message: Partial<SealedMessage> = {}): Promise<string[]> {
    const of = { thread_id: 'T-1', group: 'London', device_reference: 'London-1', payload_time: new Date() }
    const references = await addSealedMessages(
      this,
      Array.from({ length: count }, (_, number) => ({ ...of, text: `Message ${number}`, ...message })),
    )
    await this.arrive(references)
    return references
  }

  arrive(references: readonly string[]): Promise<void> {
    return this.write(async (tx) => {
      const payloads = await findPayloads(tx, references)
      const arrived = payloads.map(({ payload_reference, payload_type, payload_state }) => ({
        payload_reference,
        payload_type: payload_type as never,
        payload_state: payload_state as never,
      }))
      await tx.executeAll(arrivalsStatement(tx, arrived))
    })
  }

  /** For the handler of a job. */
  context() {
    return { platform: this.server.api.platform, signal: AbortSignal.timeout(60_000), attempt: 1 }
  }

  /** The states of the account's alerts of a condition. */
  async alertsOf(condition: string): Promise<Alert['alert_state'][]> {
    const path = `/api/admin/v1/${this.client}/alerts?filter[conditions][0]=${condition}`
    const { items } = await this.server.getJson<{ items: Alert[] }>(path, await this.#tokenOfBoss())
    return items.map(({ alert_state }) => alert_state)
  }

  async setTransfer(transfer_id: string, columns: object): Promise<void> {
    await this.write((tx) =>
      tx.db
        .updateTable('transfers')
        .set(columns)
        .where('client', '=', this.client)
        .where('transfer_id', '=', transfer_id)
        .execute(),
    )
  }

  /** Takes slices, as workers do, until none of the configuration is due. */
  async work(reference = archive): Promise<void> {
    const { platform } = this.server.api
    const isDue = async () =>
      this.read((tx) =>
        tx.db
          .selectFrom('transfers')
          .select('transfer_id')
          .where('client', '=', this.client)
          .where('transfer_config_reference', '=', reference)
          .where('is_paused', '=', false)
          .where('state', 'in', ['Pending', 'InProgress'])
          .where('next_attempt_at', 'is', null)
          .executeTakeFirst(),
      )
    const job = { client: this.client, transfer_config_reference: reference }
    for (let slices = 0; slices < 100 && (await isDue()); slices++) {
      await runTransfer.handle({ platform, signal: AbortSignal.timeout(300_000), attempt: 1 }, job)
    }
  }

  override async close(): Promise<void> {
    await super.close()
    await this.sshd?.stop()
  }
}
