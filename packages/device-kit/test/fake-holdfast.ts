import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import {
  type CallDeclaration,
  type CallInput,
  calls,
  configurationETag,
  type DeviceInstallState,
  errorRecord,
  fullPath,
  ProductError,
  type VerifyRequest,
} from '@holdfast/contract'
import { openEnrolmentUlid } from '@holdfast/custody'
import Value from 'typebox/value'
import { decodeTime } from 'ulid'
import { FakeAccount } from './fake-account.ts'

export const enrolment_secret = Buffer.alloc(32, 7).toString('base64url')

/** Faults of a single request. `…After` means that the server did what was asked, and the handset cannot know. */
export const faults = [
  'none',
  'dropBefore',
  'dropAfter',
  'truncatedAfter',
  'rateLimited',
  'unavailable',
  'badGateway',
  'signInPage',
  'tokenForgotten',
] as const
export type Fault = (typeof faults)[number]

interface Reply {
  status: number
  headers?: Record<string, string>
  json?: unknown
}

const deviceCalls: readonly CallDeclaration[] = Object.values(calls)

/** A server with the device calls over real HTTP on a loopback port, which fails requests on demand. */
export class FakeHoldfast {
  readonly account: FakeAccount
  readonly #server: Server
  readonly #usedUlids = new Set<string>()
  /** The server's clock. */
  now: () => number
  faults: Fault[] = []
  /** Method and path of every handled request, in order. */
  readonly handled: string[] = []
  tokens = new Set<string>()
  expires_in = 3600
  install_state: DeviceInstallState = 'NoChange'
  /** Statuses of the answers to `GET /configuration`, in order. */
  readonly configurations: number[] = []

  private constructor(account: FakeAccount, now: () => number) {
    this.account = account
    this.now = now
    this.#server = createServer((request, response) => void this.#answer(request, response))
  }

  static async start(now: () => number): Promise<FakeHoldfast> {
    const fake = new FakeHoldfast(await FakeAccount.open(), now)
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Closes every connection, as a restart does. */
  closeConnections(): void {
    this.#server.closeAllConnections()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift() ?? 'none'
    if (fault === 'dropBefore') return void request.socket.destroy()
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    if (fault === 'tokenForgotten') this.tokens.clear()
    const instead = insteadOf(fault)
    if (instead) return send(response, instead)
    const reply = await this.#handle(request, body)
    if (fault === 'dropAfter') return void request.socket.destroy()
    if (fault === 'truncatedAfter') return truncate(response, reply)
    send(response, reply)
  }

  async #handle(request: IncomingMessage, body: Buffer): Promise<Reply> {
    try {
      const { call, params } = route(request)
      this.handled.push(`${call.method} ${call.path}`)
      if (call.action === 'device') this.#authorize(request)
      const input: unknown = call.body ? JSON.parse(body.toString()) : undefined
      if (call.body && !Value.Check(call.body, input)) throw new ProductError('request.invalid')
      return await this.#do(call, params, input, body, request)
    } catch (error) {
      if (!(error instanceof ProductError)) throw error
      const date = new Date(this.now()).toUTCString()
      return { status: error.status, json: errorRecord(error), headers: { date } }
    }
  }

  async #do(
    call: CallDeclaration,
    params: string[],
    input: unknown,
    body: Buffer,
    request: IncomingMessage,
  ): Promise<Reply> {
    const { account } = this
    const [reference = ''] = params
    const ok = (json: unknown): Reply => ({ status: 200, json })
    const at = (offset: number): Reply => ({ status: 204, headers: { 'upload-offset': String(offset) } })
    switch (call) {
      case calls.verifyDevice:
        return ok(await this.#verify(bodyOf(calls.verifyDevice, input)))
      case calls.getDeviceConfiguration:
        return this.#configuration(request)
      case calls.registerPayloads:
        return ok({
          items: bodyOf(calls.registerPayloads, input).items.map((item) => account.register(item)),
          current_key_id: account.currentKeyId,
        })
      case calls.getUploadOffset:
        return at(account.offset(reference))
      case calls.uploadContent: {
        const { 'upload-offset': offset, 'content-digest': digest } = request.headers
        return at(account.append(reference, Number(offset), body, String(digest)))
      }
      case calls.readPayloadStatuses: {
        const items = []
        for (const payload_reference of bodyOf(calls.readPayloadStatuses, input).payload_references) {
          items.push({ payload_reference, status: await account.process(payload_reference) })
        }
        return ok({ items })
      }
      case calls.receiveDeviceLogs:
        return ok({ received: account.addLogs(bodyOf(calls.receiveDeviceLogs, input).logs) })
      case calls.receivePositions:
        return ok({ received: account.addPositions(bodyOf(calls.receivePositions, input).positions) })
      case calls.receiveTelemetry:
        account.telemetry.push(input)
        return { status: 204 }
      case calls.fetchCommands:
        return ok({ items: account.commands.filter(({ state }) => state === 'Sent' || state === 'Acknowledged') })
      case calls.reportCommandState: {
        const { state, message } = bodyOf(calls.reportCommandState, input)
        return ok(account.report(reference, state, message))
      }
      default:
        throw new ProductError('request.unknown_call')
    }
  }

  #configuration(request: IncomingMessage): Reply {
    const configuration = this.account.configuration()
    const etag = configurationETag(configuration.version)
    const isKnown = request.headers['if-none-match'] === etag
    this.configurations.push(isKnown ? 304 : 200)
    return isKnown ? { status: 304, headers: { etag } } : { status: 200, json: configuration, headers: { etag } }
  }

  async #verify({ client = '', device_info, ulid_encrypted }: VerifyRequest) {
    const context = { enrolment_secret, client, device_reference: device_info.serial_number }
    const ulid = await openEnrolmentUlid({ ...context, ulid_encrypted }).catch(() => undefined)
    if (!ulid) throw new ProductError('verify.refused')
    if (Math.abs(decodeTime(ulid) - this.now()) > 5 * 60_000) throw new ProductError('verify.stale')
    if (this.#usedUlids.has(ulid)) throw new ProductError('verify.replayed')
    this.#usedUlids.add(ulid)
    const access_token = `token-${this.#usedUlids.size}`
    this.tokens.add(access_token)
    return {
      access_token,
      expires_in: this.expires_in,
      client_portal_url: this.origin,
      enabled_services: [],
      account_reference: client,
      install_state: this.install_state,
    }
  }

  #authorize(request: IncomingMessage): void {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!this.tokens.has(token)) throw new ProductError('auth.bad_token')
  }
}

/** The body of a call, already checked against its schema. */
const bodyOf = <C extends CallDeclaration>(_call: C, input: unknown) => input as CallInput<C>['body']

const route = (request: IncomingMessage): { call: CallDeclaration; params: string[] } => {
  for (const call of deviceCalls) {
    const pattern = new RegExp(`^${fullPath(call).replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
    const match = call.method === request.method ? pattern.exec(request.url ?? '') : null
    if (match) return { call, params: match.slice(1) }
  }
  throw new ProductError('request.unknown_call')
}

const insteadOf = (fault: Fault): Reply | undefined => {
  const refusal = (error: ProductError, retryAfter: string): Reply => ({
    status: error.status,
    json: errorRecord(error),
    headers: { 'retry-after': retryAfter },
  })
  if (fault === 'rateLimited') return refusal(new ProductError('request.rate_limited', { retry_after_s: 7 }), '7')
  if (fault === 'unavailable') return refusal(new ProductError('server.not_ready'), '2')
  if (fault === 'badGateway') return { status: 502, json: '<h1>Bad Gateway</h1>' }
  if (fault === 'signInPage') return { status: 200, json: '<h1>Welcome to the hotel</h1>' }
  return undefined
}

const send = (response: ServerResponse, { status, headers = {}, json }: Reply): void => {
  const text = json === undefined ? undefined : typeof json === 'string' ? json : JSON.stringify(json)
  response.writeHead(status, { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json' }) })
  response.end(text)
}

/** Announces the whole body, and breaks off in the middle of it. */
const truncate = (response: ServerResponse, { status, headers = {}, json }: Reply): void => {
  const text = JSON.stringify(json ?? {})
  response.writeHead(status === 204 ? 200 : status, { ...headers, 'content-length': String(text.length + 1) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}
