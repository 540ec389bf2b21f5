import { readFile } from 'node:fs/promises'
import type { Payload, Permission } from '@holdfast/contract'
import { addDeviceUser } from '../../apps/server/src/modules/device-users/index.ts'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { DocumentHandset } from '../conformance/document-handset.ts'
import { untilStatus } from '../setup/handset-status.ts'
import { addRows } from '../setup/rows.ts'
import { type ServerOptions, TestServer } from '../setup/server.ts'
import { stoppedOnFailure } from '../setup/stopped-on-failure.ts'

const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }], content_type: 'audio/amr' }
const personalNumber = '+447700900999'

const reviewing = ['payloads:read', 'payloads:play', 'groups:read', 'devices:read', 'device_users:read', 'audit:read']

const reviewerOf = (group: string): Permission[] =>
  reviewing.map((actions_matching) => ({ actions_matching, conditions: [{ names_matching: group }] }))

/** References of recordings, by their role in the tests. */
export interface Recordings {
  equities: string
  rates: string
  /** A call of Equities with a personal number. */
  personal: string
  /** A recording of another account. */
  elsewhere: string
}

/** What a browser received in order to play a recording. */
export interface Playback {
  status: Payload['payload_state'] | string
  s3_url: string | null
  cookie: string
}

/**
 * The account `acme` with the groups Equities and Rates, each with a handset and a reviewer who may see only that
 * group; and another account, `globex`. The recordings are processed and can be played.
 */
export class AccountUnderAttack {
  readonly server: TestServer
  readonly worker: Worker
  readonly recordings: Recordings
  /**
   * Id tokens. amir reviews Equities, sofia reviews Rates, and boss can do everything; hank belongs to the other
   * account.
   */
  readonly tokens: { amir: string; sofia: string; boss: string; hank: string }
  readonly content: Buffer
  readonly handset: DocumentHandset
  readonly secrets: readonly string[]

  private constructor(
    parts: Pick<AccountUnderAttack, 'server' | 'worker' | 'recordings' | 'tokens' | 'content' | 'handset' | 'secrets'>,
  ) {
    this.server = parts.server
    this.worker = parts.worker
    this.recordings = parts.recordings
    this.tokens = parts.tokens
    this.content = parts.content
    this.handset = parts.handset
    this.secrets = parts.secrets
  }

  static start(options: ServerOptions = {}): Promise<AccountUnderAttack> {
    return stoppedOnFailure((started) => AccountUnderAttack.#start(options, started))
  }

  static async #start(options: ServerOptions, started: AsyncDisposableStack): Promise<AccountUnderAttack> {
    const server = started.use(await TestServer.start(options))
    const worker = started.adopt(await startWorker(server.settings), (worker) => worker.stop())
    const acme = await server.openAccount('acme', ['Equities', 'Rates'])
    const globex = await server.openAccount('globex', ['Equities'])
    await server.addRole('acme', 'Equities reviewer', reviewerOf('Equities'))
    await server.addRole('acme', 'Rates reviewer', reviewerOf('Rates'))
    const everything = ['Compliance Officer', 'Reviewer', 'Account Administrator', 'Device Manager']
    const tokens = {
      amir: await server.signIn('acme', { user_reference: 'amir', roles: ['Equities reviewer'] }),
      sofia: await server.signIn('acme', { user_reference: 'sofia', roles: ['Rates reviewer'] }),
      boss: await server.signIn('acme', { user_reference: 'boss', roles: everything }),
      hank: await server.signIn('globex', { user_reference: 'hank', roles: everything }),
    }
    const content = await readFile(new URL('../../media/calls/04-en-busy-line.amr', import.meta.url))
    const equities = await beginHandset(server, { ...acme, client: 'acme', group: 'Equities', user: 'ana.reis' })
    const rates = await beginHandset(server, { ...acme, client: 'acme', group: 'Rates', user: 'rui.melo' })
    const elsewhere = await beginHandset(server, { ...globex, client: 'globex', group: 'Equities', user: 'ana.reis' })
    await addPersonalNumber(server)
    const recordings = {
      equities: await recorded(equities, content, call),
      rates: await recorded(rates, content, call),
      personal: await recorded(equities, content, { ...call, second_parties: [{ phone_number: personalNumber }] }),
      elsewhere: await recorded(elsewhere, content, call),
    }
    const secrets = [acme.enrolment_secret, globex.enrolment_secret, ...Object.values(tokens)]
    return new AccountUnderAttack({ server, worker, recordings, tokens, content, handset: equities, secrets })
  }

  async stop(): Promise<void> {
    await this.worker.stop()
    await this.server.stop()
  }

  /** Asks for the content of a recording, as a browser with the cookies in `has` would. */
  async requestPlayback(token: string, payload_reference: string, action = 'play', cookies = ''): Promise<Playback> {
    const path = `/api/client/v1/acme/payloads/${payload_reference}/data?action=${action}`
    const response = await this.server.call('GET', path, { token, headers: { cookie: cookies } })
    const { status, s3_url } = (await response.json()) as { status: string; s3_url: string | null }
    const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0])
    return { status, s3_url, cookie: cookie.join('; ') }
  }

  /** Adds a recording of Equities, and waits until it is processed. */
  async addCall(content: Buffer, content_type: string): Promise<string> {
    const recording = this.handset.record(content, 'Call', { ...call, content_type })
    const { payload_reference } = recording.registration
    await this.handset.deliver(recording)
    await untilStatus(this.handset, payload_reference, 'processed')
    return payload_reference
  }

  /** Fetches content with the cookie of a browser. */
  fetchMedia({ s3_url, cookie }: Pick<Playback, 's3_url' | 'cookie'>, headers: Record<string, string> = {}) {
    return this.server.call('GET', s3_url ?? '/no-address', { headers: { cookie, ...headers } })
  }
}

const beginHandset = async (
  server: TestServer,
  { client, group, user, enrolment_secret }: { client: string; group: string; user: string; enrolment_secret: string },
): Promise<DocumentHandset> => {
  const person = {
    device_user_reference: user,
    group,
    services: ['calls' as const, 'sms' as const, 'mms' as const, 'photos' as const, 'videos' as const],
    email: `${user}@example.com`,
    first_name: 'Ana',
    surname: 'Reis',
  }
  await server.api.platform.database.transaction(client, (tx) => addDeviceUser(tx, person, 'test'))
  const handset = new DocumentHandset({
    origin: server.origin,
    client,
    enrolment_secret,
    device_reference: `${client}-${group}`,
    device_user_reference: user,
    installation_id: 'made at the first start',
  })
  await handset.begin()
  return handset
}

const addPersonalNumber = (server: TestServer) =>
  server.api.platform.database.transaction('acme', (tx) =>
    addRows(tx, 'personal_numbers', [
      {
        device_user_reference: 'ana.reis',
        group: 'Equities',
        personal_number: personalNumber,
        created_at: new Date(0),
      },
    ]),
  )

/** Records and uploads a recording, and waits until it is processed. */
const recorded = async (handset: DocumentHandset, content: Buffer, meta: object): Promise<string> => {
  const { registration, object } = handset.record(content, 'Call', { ...meta })
  await handset.register(registration, object)
  await untilStatus(handset, registration.payload_reference, 'processed')
  return registration.payload_reference
}
