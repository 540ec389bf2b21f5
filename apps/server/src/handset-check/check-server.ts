import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type CallInput, calls, type DeviceConfiguration, errorRecord, ProductError } from '@holdfast/contract'
import { AccountKeys } from './account-keys.ts'
import { type AccountParts, type Answer, Answers } from './answers.ts'
import { Authentications, type TestAccount } from './authentications.ts'
import { Commands } from './commands.ts'
import { type DeviceRequest, readRequest } from './device-request.ts'
import { Ending, type EndingKind } from './ending.ts'
import { type Fault, Faults } from './faults.ts'
import type { Findings } from './findings.ts'
import { Order } from './order.ts'
import { Recordings } from './recordings.ts'
import { schemaProblems } from './schema-findings.ts'
import type { StoredRecording } from './stored-recording.ts'
import { Waits } from './waits.ts'

export interface CheckOptions {
  account: TestAccount
  host: string
  port: number
  /** Without faults the handset is only watched. */
  faults: boolean
  /** How the run ends: with a block, as when the device was reset, or with neither. */
  ending: EndingKind | undefined
  timing: DeviceConfiguration['timing']
  /** How long a handset has to come back after 503 and 429. */
  retryAfterS: number
}

/** A server of the device calls for one account, which lets things go wrong and watches what the handset does. */
export class CheckServer {
  readonly parts: AccountParts
  readonly faults: Faults
  readonly ending: Ending
  /** When the handset called last, in milliseconds since 1970. */
  lastCallAt: number | undefined
  readonly #findings: Findings
  readonly #options: CheckOptions
  readonly #answers: Answers
  readonly #waits: Waits
  readonly #server: Server
  /** Calls that fail in a row, with how often they still do. */
  readonly #failing = new Map<string, number>()
  readonly #told: (line: string) => void
  /** Where an upload has to go on after `upload.wrong_offset`. */
  readonly #wrongOffsets = new Map<string, number>()
  /** Recordings with a part that broke off. */
  readonly #brokenOff = new Set<string>()
  /** Commands whose report was answered by nothing. */
  readonly #lostReports = new Set<string>()

  private constructor(keys: AccountKeys, findings: Findings, options: CheckOptions, told: (line: string) => void) {
    this.#findings = findings
    this.#options = options
    this.#told = told
    this.faults = new Faults(options.faults)
    this.#waits = new Waits(findings)
    const authentications = new Authentications(findings, options.account)
    this.ending = new Ending(findings, authentications, options.ending)
    this.parts = {
      findings,
      keys,
      recordings: new Recordings(findings, keys),
      commands: new Commands(findings),
      authentications,
      order: new Order(findings),
      timing: options.timing,
      disownsOne: options.faults,
    }
    this.#answers = new Answers(this.parts)
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error))
    })
  }

  static async start(findings: Findings, options: CheckOptions, told: (line: string) => void): Promise<CheckServer> {
    const check = new CheckServer(await AccountKeys.create(), findings, options, told)
    await new Promise<void>((resolve, reject) => {
      check.#server.once('error', reject)
      check.#server.listen(options.port, options.host, resolve)
    })
    return check
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://${this.#options.host === '::' ? 'localhost' : this.#options.host}:${port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Judges what can only be known at the end, for recordings that were registered before a time. */
  finish(before: number): void {
    const { recordings, commands, order } = this.parts
    const now = Date.now()
    order.finish(now)
    this.#waits.finish(now, 2 * this.#options.timing.retry_longest_ms)
    const missing = recordings.missingSequences(before)
    if (recordings.stored.size > 0) {
      this.#findings.judge(
        'sequence.gapless',
        missing.length === 0,
        'each number from next_sequence on, without a gap',
        () => `nothing was registered with ${missing.slice(0, 10).join(', ')}`,
      )
    }
    for (const recording of recordings.stored.values()) {
      if (recording.status !== 'processed' && recording.registeredAt < before) this.#judgeUnfinished(recording)
    }
    for (const reference of this.#brokenOff) {
      this.#findings.fail('upload.resumed', `${reference} to be sent again from where HEAD says`, 'it was not')
    }
    for (const reference of this.#wrongOffsets.keys()) {
      this.#findings.fail('upload.offset', `${reference} to go on from Upload-Offset of the 409`, 'it did not')
    }
    for (const { command, state } of commands.unanswered()) {
      this.#findings.fail('commands.answered', `${command} to be Completed or Failed`, `it is ${state}`)
    }
    this.#judgeRepeatedCommand()
  }

  #judgeUnfinished({ registration, sealed, askedAt, wasDisowned, status }: StoredRecording): void {
    const { size = 0, checksum, payload_reference } = registration
    if (sealed.length < size && hash('sha256', sealed) === checksum) {
      const seen = `${payload_reference} was registered with size ${size}, and its checksum is that of ${sealed.length} bytes`
      this.#findings.fail('sealing.checksum', `size ${sealed.length}`, seen)
    } else if (wasDisowned) {
      const seen = `${sealed.length} of ${size} bytes of ${payload_reference} came after that`
      this.#findings.fail('copy.kept', 'uploaded again after status failed with reason checksum', seen)
    } else if (sealed.length === size) {
      const seen = askedAt === undefined ? 'it never asked' : 'it asked, and not again after pending'
      this.#findings.fail('statuses.asked', `questions about ${payload_reference} until it is processed`, seen)
    } else if (status !== 'failed') {
      this.#findings.fail('upload.complete', `${size} bytes of ${payload_reference}`, `${sealed.length} bytes`)
    }
  }

  #judgeRepeatedCommand(): void {
    if (this.#lostReports.size === 0) return
    const { stored } = this.parts.recordings
    const diagnostics = [...stored.values()].filter(
      ({ registration }) => registration.payload_type === 'Diagnostics',
    ).length
    this.#findings.judge(
      'commands.once',
      diagnostics <= 1,
      'one recording of diagnostics',
      () => `${diagnostics} of them`,
    )
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now()
    const request = readRequest(incoming, at)
    if (!request) return this.#refuseUnknown(incoming, response)
    this.#findings.pass('requests.addresses')
    this.lastCallAt = at
    const ended = this.ending.arrived(request)
    if (!this.ending.hasBegun) {
      this.#waits.arrived(request.key, at, this.#options.timing.retry_first_ms)
      this.parts.order.arrived(request)
    }
    const fault = this.ending.hasBegun ? 'none' : this.#faultOf(request)
    if (fault === 'broken-off') return this.#breakOff(request, incoming)
    const body = await buffer(incoming).catch(() => undefined)
    if (!body) return
    const answer = ended ? refusal(ended) : await this.#answer(request, body, fault)
    if (fault === 'lost-answer' || fault === 'half-taken' || this.#losesReport(request, answer))
      return this.#lose(request, body, incoming)
    this.#note(request, answer)
    this.ending.answered(request, answer.status)
    send(response, answer)
  }

  #faultOf(request: DeviceRequest): Fault {
    const failing = this.#failing.get(request.key) ?? 0
    if (failing > 0) {
      this.#failing.set(request.key, failing - 1)
      return 'failing'
    }
    const isOfToken =
      request.call === calls.verifyDevice || this.parts.authentications.isValid(request.headers.authorization)
    const fault = isOfToken ? this.faults.next(request.call) : 'none'
    if (fault !== 'none') this.#told(`${request.key}: ${fault}`)
    return fault
  }

  /** The answer to the first report that diagnostics were recorded is lost: they must not be recorded again. */
  #losesReport({ call, reference }: DeviceRequest, { json }: Answer): boolean {
    if (!this.#options.faults || call !== calls.reportCommandState || this.#lostReports.has(reference)) return false
    const isCompleted = (json as { state?: string } | undefined)?.state === 'Completed'
    return isCompleted && this.parts.commands.typeOf(reference) === 'diagnostics_upload'
  }

  #refuseUnknown(incoming: IncomingMessage, response: ServerResponse): void {
    const seen = `${incoming.method} ${incoming.url}`
    this.#findings.fail('requests.addresses', 'a call of docs/device-calls.md', seen)
    incoming.resume()
    send(response, refusal(new ProductError('request.unknown_call')))
  }

  #breakOff({ reference }: DeviceRequest, incoming: IncomingMessage): void {
    this.#brokenOff.add(reference)
    incoming.once('data', () => incoming.socket.destroy())
  }

  #lose({ call, reference, key }: DeviceRequest, body: Buffer, incoming: IncomingMessage): void {
    const { order } = this.parts
    if (call === calls.registerPayloads) order.lostRegistration(referencesIn(body))
    if (call === calls.receiveDeviceLogs || call === calls.receivePositions || call === calls.receiveTelemetry) {
      order.lostReport(call, body)
    }
    if (call === calls.reportCommandState) this.#lostReports.add(reference)
    this.#told(`${key}: the answer is lost`)
    incoming.socket.destroy()
  }

  async #answer(request: DeviceRequest, body: Buffer, fault: Fault): Promise<Answer> {
    const instead = await this.#instead(request, body, fault)
    if (instead) return instead
    try {
      return await (fault === 'half-taken' ? this.#takeHalf(request, body) : this.#execute(request, body))
    } catch (error) {
      if (!(error instanceof ProductError)) throw error
      return refusal(error, this.#offsetHeader(request, error))
    }
  }

  /** What a fault answers without executing the call. */
  async #instead({ key, call, at, headers }: DeviceRequest, body: Buffer, fault: Fault): Promise<Answer | undefined> {
    const { retryAfterS } = this.#options
    if (call === calls.verifyDevice) this.#noteCode(body)
    if (fault === 'unavailable' || fault === 'rate-limited') {
      const details = { retry_after_s: retryAfterS, part: 'The check' }
      const error = new ProductError(fault === 'unavailable' ? 'server.busy' : 'request.rate_limited', details)
      this.#waits.told(key, Date.now(), retryAfterS, error.status)
      return refusal(error, { 'retry-after': String(retryAfterS) })
    }
    if (fault === 'failing') {
      if (!this.#failing.has(key)) this.#failing.set(key, 3)
      this.#waits.failed(key, at)
      return refusal(new ProductError('server.internal'))
    }
    if (fault === 'stale') {
      const tomorrow = Date.now() + 24 * 3600 * 1000
      this.parts.authentications.toldStale(tomorrow)
      this.parts.recordings.clockAheadMs = tomorrow - Date.now()
      return refusal(new ProductError('verify.stale'), { date: new Date(tomorrow).toUTCString() })
    }
    if (fault === 'key-replaced') await this.parts.keys.replace()
    if (call === calls.verifyDevice) return undefined
    if (fault === 'expired') this.parts.authentications.expire()
    if (this.parts.authentications.isValid(headers.authorization)) return undefined
    if (headers.authorization !== undefined) this.parts.order.expired(key)
    return refusal(new ProductError('auth.bad_token'))
  }

  /** Nobody hears of it: the connection breaks off instead of an answer. */
  async #takeHalf({ reference, headers }: DeviceRequest, body: Buffer): Promise<Answer> {
    const half = body.subarray(0, Math.ceil(body.length / 2))
    await this.parts.recordings.append(reference, Number(headers['upload-offset']), half)
    return { status: 204 }
  }

  #noteCode(body: Buffer): void {
    const request = jsonOf(body) as Partial<CallInput<typeof calls.verifyDevice>['body']> | undefined
    if (typeof request?.ulid_encrypted === 'string') {
      this.parts.authentications.noteCode(request as CallInput<typeof calls.verifyDevice>['body'])
    }
  }

  /** @throws ProductError */
  async #execute(request: DeviceRequest, body: Buffer): Promise<Answer> {
    const { call, headers } = request
    const input = call.body ? jsonOf(body) : undefined
    if (call.body) {
      this.#findings.judge(
        'requests.headers',
        /^application\/json\b/.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined,
        'Content-Type: application/json, and no Content-Encoding',
        () => `Content-Type: ${headers['content-type']}, Content-Encoding: ${headers['content-encoding']}`,
      )
      if (input === undefined) throw new ProductError('request.malformed', { reason: 'not JSON' })
    }
    const problems = schemaProblems(call, input, this.#findings)
    if (problems.some(({ index }) => index === undefined)) throw new ProductError('request.invalid')
    this.#judgeOffset(request)
    const answer = await this.#answers.answer(request, { bytes: body, input, problems }, this.origin)
    if (call === calls.uploadContent && this.#brokenOff.delete(request.reference)) this.#findings.pass('upload.resumed')
    return answer
  }

  #judgeOffset({ call, reference, headers }: DeviceRequest): void {
    const told = call === calls.uploadContent ? this.#wrongOffsets.get(reference) : undefined
    if (told === undefined) return
    this.#wrongOffsets.delete(reference)
    const offset = Number(headers['upload-offset'])
    this.#findings.judge('upload.offset', offset === told, `Upload-Offset: ${told}`, () => `Upload-Offset: ${offset}`)
  }

  #offsetHeader({ call, reference }: DeviceRequest, { code, status }: ProductError): Record<string, string> {
    if (call !== calls.uploadContent || status !== 409) return {}
    const reached = this.parts.recordings.stored.get(reference)?.sealed.length ?? 0
    if (code === 'upload.wrong_offset') this.#wrongOffsets.set(reference, reached)
    return { 'upload-offset': String(reached) }
  }

  #note({ call, reference }: DeviceRequest, { status }: Answer): void {
    const { order, recordings } = this.parts
    if (call === calls.verifyDevice && status === 200) order.verified(Date.now())
    const stored = call === calls.uploadContent ? recordings.stored.get(reference) : undefined
    if (stored && stored.sealed.length === stored.registration.size) this.#findings.pass('upload.complete')
  }
}

const referencesIn = (body: Buffer): string[] => {
  const { items = [] } = Object(jsonOf(body)) as { items?: { payload_reference?: unknown }[] }
  return items.flatMap(({ payload_reference }) => (typeof payload_reference === 'string' ? [payload_reference] : []))
}

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

const refusal = (error: ProductError, headers: Record<string, string> = {}): Answer => ({
  status: error.status,
  headers,
  json: errorRecord(error),
})

const send = (response: ServerResponse, { status, headers = {}, json }: Answer): void => {
  response.writeHead(status, { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) })
  response.end(json === undefined ? undefined : JSON.stringify(json))
}
