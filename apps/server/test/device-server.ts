import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PayloadRegistration, PayloadType } from '@holdfast/contract'
import { type ClientPublicKey, importPublicKey, sealBytes } from '@holdfast/custody'
import type { FastifyInstance } from 'fastify'
import { ulid } from 'ulid'
import { type TestDatabase, testDatabase } from '../../../tests/setup/database.ts'
import { addRows } from '../../../tests/setup/rows.ts'
import { createHttpServer, registerCalls } from '../src/core/calls/index.ts'
import { type OpenPlatform, openPlatform } from '../src/core/open-platform.ts'
import { openClientAccount } from '../src/modules/clients/index.ts'
import { uploadHandlers } from '../src/modules/uploads/index.ts'
import type { BodyTimeouts } from '../src/platform/http/body-timeout.ts'
import { readSettings } from '../src/platform/settings/index.ts'

export type Recorded = PayloadRegistration & Required<Pick<PayloadRegistration, 'checksum' | 'size'>>

/** A recording as a handset holds it: its registration and its sealed bytes. */
export interface Recording {
  registration: Recorded
  sealed: Uint8Array
}

export interface DeviceServerOptions {
  /** The setting SCANNER_URL. */
  scannerUrl?: string
  onQuery?: (text: string) => void
  /** Time limits for request bodies; the usual ones when absent. */
  bodyTimeouts?: BodyTimeouts
  /** When absent, a new database on the PostgreSQL that all tests share. */
  database?: TestDatabase
}

/** Device calls against real parts: PostgreSQL, an object folder, HTTP. One account with one group. */
export class DeviceServer {
  readonly client = 'harbour'
  readonly group = 'trading desk'
  readonly platform: OpenPlatform
  readonly databaseUrl: string
  readonly #app: FastifyInstance
  readonly #database: TestDatabase
  readonly #home: string
  readonly #publicKey: ClientPublicKey
  #sequence = 0

  private constructor(
    parts: { platform: OpenPlatform; app: FastifyInstance; database: TestDatabase; home: string },
    publicKey: ClientPublicKey,
  ) {
    this.platform = parts.platform
    this.databaseUrl = parts.database.ownerUrl
    this.#app = parts.app
    this.#database = parts.database
    this.#home = parts.home
    this.#publicKey = publicKey
  }

  static async start({ scannerUrl, onQuery, bodyTimeouts, ...given }: DeviceServerOptions = {}): Promise<DeviceServer> {
    const [database, home] = await Promise.all([
      given.database ?? testDatabase(),
      mkdtemp(path.join(tmpdir(), 'holdfast-devices-')),
    ])
    const environment = {
      HOLDFAST_HOME: home,
      KEYS_URL: database.keysUrl,
      HOLDFAST_LOG_LEVEL: 'fatal',
      SCANNER_URL: scannerUrl,
    }
    const settings = { ...readSettings(environment), databaseUrl: database.ownerUrl }
    const platform = await openPlatform({ settings, termsVersion: '1', ...(onQuery ? { onQuery } : {}) })
    const app = await createHttpServer(platform, bodyTimeouts)
    registerCalls(app, platform, uploadHandlers)
    await app.listen({ port: 0, host: '127.0.0.1' })
    await openClientAccount(platform, { client: 'harbour', name: 'Harbour plc', locale: 'en-GB' })
    const key = await platform.database.read('harbour', (tx) => platform.clientKeys.currentPublicKey(tx))
    if (!key) throw new Error('The account has no key')
    const server = new DeviceServer({ platform, app, database, home }, await importPublicKey(key.public_key))
    await server.platform.database.transaction(server.client, async (tx) => {
      await addRows(tx, 'groups', [{ group_reference: server.group }])
      await addRows(tx, 'device_users', [{ device_user_reference: 'ann', group: server.group }])
    })
    return server
  }

  /** Adds a verified handset of the device user Ann, with every service. */
  async addDevice(
    device_reference: string,
    services = ['calls', 'interviews', 'photos', 'mms', 'rcs', 'sms', 'videos', 'ar'],
  ): Promise<TestDevice> {
    await this.platform.database.transaction(this.client, (tx) =>
      addRows(tx, 'devices', [{ device_reference, device_user_reference: 'ann', group: this.group, services }]),
    )
    const { access_token } = await this.platform.identity.issueDeviceToken({
      client: this.client,
      device_reference,
      installation_id: 'installation',
    })
    const { port } = this.#app.server.address() as AddressInfo
    return new TestDevice(`http://127.0.0.1:${port}/api/device/v1`, access_token, device_reference)
  }

  /** Seals content to the account's key, as a handset would. */
  async record(
    device: TestDevice,
    content: Uint8Array,
    {
      payload_type = 'Call',
      payload_reference = ulid(),
      ...rest
    }: { payload_type?: PayloadType; numbers?: string[]; payload_time?: string; payload_reference?: string } = {},
  ): Promise<Recording> {
    const context = { payload_reference, payload_type, device_reference: device.device_reference }
    const { content: sealed, ...seal } = await sealBytes(content, { ...context, public_key: this.#publicKey })
    const registration: Recorded = {
      payload_reference,
      sequence: this.#sequence++,
      payload_type,
      payload_time: new Date().toISOString(),
      payload_state: 'Recorded',
      ...seal,
      numbers: ['+442071838750'],
      meta: metaOf(payload_type),
      ...rest,
    }
    return { registration, sealed }
  }

  async payload(payload_reference: string) {
    return this.platform.database.read(this.client, (tx) =>
      tx.db
        .selectFrom('payloads')
        .selectAll()
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .executeTakeFirstOrThrow(),
    )
  }

  /** The custody events of a payload, in order. */
  async custody(payload_reference: string): Promise<string[]> {
    const rows = await this.platform.database.read(this.client, (tx) =>
      tx.db
        .selectFrom('custody_events')
        .select('event')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .orderBy('event_id')
        .execute(),
    )
    return rows.map(({ event }) => event)
  }

  async objectKeys(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of this.platform.objects.list(prefix)) keys.push(key)
    return keys.sort()
  }

  async stop(): Promise<void> {
    await this.#app.close()
    await this.platform.close()
    await this.#database.drop()
    await rm(this.#home, { recursive: true, force: true })
  }
}

const metaOf = (payload_type: PayloadType): PayloadRegistration['meta'] => {
  if (payload_type === 'SMS' || payload_type === 'MMS' || payload_type === 'RCS') {
    return { message_parties: [{ phone_number: '+442071838750' }], direction: 'I', length: 5, thread_id: 'thread' }
  }
  const isCall = ['Call', 'AbortedCall', 'BlockedCall'].includes(payload_type)
  return isCall ? { second_parties: [{ phone_number: '+442071838750' }], duration: 5 } : {}
}

const partHeaders = (offset: number, part: Uint8Array): Record<string, string> => ({
  'upload-offset': String(offset),
  'content-digest': `sha-256=:${createHash('sha256').update(part).digest('base64')}:`,
})

/** Makes the device calls of one handset as plain HTTP. */
export class TestDevice {
  readonly device_reference: string
  /** The address that all device calls begin with. */
  readonly base: string
  readonly access_token: string

  constructor(base: string, token: string, device_reference: string) {
    this.base = base
    this.access_token = token
    this.device_reference = device_reference
  }

  async register(
    ...items: PayloadRegistration[]
  ): Promise<{ result: string; code?: string; upload_offset?: number }[]> {
    const response = await this.#send('POST', '/payloads', { json: { items } })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return ((await response.json()) as { items: { result: string; code?: string }[] }).items
  }

  async statuses(...payload_references: string[]): Promise<string[]> {
    const response = await this.#send('POST', '/payloads/statuses', { json: { payload_references } })
    return ((await response.json()) as { items: { status: string }[] }).items.map(({ status }) => status)
  }

  /** The reason of failure of each payload in the answer to the handset. */
  async failures(...payload_references: string[]): Promise<(string | undefined)[]> {
    const response = await this.#send('POST', '/payloads/statuses', { json: { payload_references } })
    return ((await response.json()) as { items: { reason?: string }[] }).items.map(({ reason }) => reason)
  }

  /** Sends one part. `headers` replaces the default headers of the same names. */
  async upload(
    payload_reference: string,
    offset: number,
    part: Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; offset: number | null; code: string | null }> {
    const response = await this.#send('PATCH', `/payloads/${payload_reference}/content`, {
      bytes: part,
      headers: {
        'content-type': 'application/octet-stream',
        ...partHeaders(offset, part),
        ...headers,
      },
    })
    const text = await response.text()
    const header = response.headers.get('upload-offset')
    return {
      status: response.status,
      offset: header === null ? null : Number(header),
      code: text === '' ? null : ((JSON.parse(text) as { code: string }).code ?? null),
    }
  }

  /** Announces a part and breaks the connection off after `sent`. */
  async uploadAndBreakOff(payload_reference: string, part: Uint8Array, sent: Uint8Array): Promise<void> {
    const outgoing = request(`${this.base}/payloads/${payload_reference}/content`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${this.access_token}`,
        'content-type': 'application/octet-stream',
        'content-length': part.length,
        ...partHeaders(0, part),
      },
    })
    // Breaking off makes Node report 'socket hang up'.
    outgoing.on('error', () => {})
    const closed = new Promise<void>((resolve) => outgoing.on('close', () => resolve()))
    await new Promise<void>((resolve) => outgoing.write(sent, () => resolve()))
    outgoing.destroy()
    await closed
  }

  async uploadOffset(payload_reference: string): Promise<{ status: number; offset: number }> {
    const { status, headers } = await this.#send('HEAD', `/payloads/${payload_reference}/content`, {})
    return { status, offset: Number(headers.get('upload-offset')) }
  }

  #send(
    method: string,
    address: string,
    { json, bytes, headers }: { json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> },
  ): Promise<Response> {
    const body = json === undefined ? bytes && Buffer.from(bytes) : JSON.stringify(json)
    return fetch(`${this.base}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${this.access_token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  }
}
