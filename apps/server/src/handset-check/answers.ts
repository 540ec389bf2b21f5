import { hash } from 'node:crypto'
import {
  type CallDeclaration,
  type CallInput,
  calls,
  configurationETag,
  type DeviceConfiguration,
  deviceLimits,
  type PayloadRegistration,
  ProductError,
  serviceNames,
} from '@holdfast/contract'
import type { AccountKeys } from './account-keys.ts'
import type { Authentications } from './authentications.ts'
import type { Commands } from './commands.ts'
import type { DeviceRequest } from './device-request.ts'
import type { Findings } from './findings.ts'
import type { Order } from './order.ts'
import type { Recordings } from './recordings.ts'
import type { SchemaProblem } from './schema-findings.ts'
import type { StoredRecording } from './stored-recording.ts'

/** What is answered to a request. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  json?: unknown
}

/** A body that was compared with its schema. */
export interface JudgedBody {
  bytes: Buffer
  /** What it says as JSON; `undefined` for bytes. */
  input: unknown
  problems: readonly SchemaProblem[]
}

/** The parts of the test account that answer. */
export interface AccountParts {
  findings: Findings
  keys: AccountKeys
  recordings: Recordings
  commands: Commands
  authentications: Authentications
  order: Order
  timing: DeviceConfiguration['timing']
  /** Whether one recording is said to have failed although nothing was wrong. */
  disownsOne: boolean
}

/** Smaller than those of a real account, so that a short run shows whether they are kept. */
const checkedLimits = { max_inline_bytes: 100, part_bytes: 64 * 1024, max_part_bytes: 256 * 1024, max_batch_items: 10 }

/** The answers of the test account, as those of docs/device-calls.md. */
export class Answers {
  readonly #parts: AccountParts
  readonly #reported = new Map<string, string>()

  constructor(parts: AccountParts) {
    this.#parts = parts
  }

  /** @throws ProductError */
  async answer(request: DeviceRequest, { bytes, input, problems }: JudgedBody, origin: string): Promise<Answer> {
    const { authentications, commands, recordings, order } = this.#parts
    const { call, reference, headers, at } = request
    switch (call) {
      case calls.verifyDevice: {
        const verify = bodyOf(calls.verifyDevice, input)
        recordings.device_reference = verify.device_info.serial_number
        return { status: 200, json: await authentications.verify(verify, at, origin) }
      }
      case calls.getDeviceConfiguration:
        return this.#configuration(headers['if-none-match'], at)
      case calls.registerPayloads:
        return this.#register(bodyOf(calls.registerPayloads, input).items, problems, request)
      case calls.getUploadOffset:
        return offsetAnswer(recordings.find(reference).sealed.length)
      case calls.uploadContent:
        return this.#append(reference, headers, bytes)
      case calls.readPayloadStatuses:
        return {
          status: 200,
          json: { items: this.#statuses(bodyOf(calls.readPayloadStatuses, input).payload_references, at) },
        }
      case calls.receiveDeviceLogs:
        order.reported(call, bytes)
        return this.#received(bodyOf(calls.receiveDeviceLogs, input).logs, 'log_id', problems)
      case calls.receivePositions:
        order.reported(call, bytes)
        return this.#received(bodyOf(calls.receivePositions, input).positions, 'gps_reference', problems)
      case calls.receiveTelemetry:
        order.reported(call, bytes)
        return { status: 204 }
      case calls.fetchCommands:
        return { status: 200, json: { items: commands.fetch() } }
      case calls.reportCommandState:
        return { status: 200, json: commands.report(reference, bodyOf(calls.reportCommandState, input).state) }
      default:
        throw new ProductError('request.unknown_call')
    }
  }

  configuration(): DeviceConfiguration {
    const { keys, recordings, timing } = this.#parts
    const { key_id, public_key } = keys.current
    const versioned = {
      services: [...serviceNames],
      personal_numbers: [],
      public_key: { key_id, algorithm: 'ECDH-ES+A256KW' as const, public_key },
      gps_interval_ms: 60_000,
      ...deviceLimits,
      upload_limits: { ...deviceLimits.upload_limits, ...checkedLimits },
      timing,
    }
    const version = hash('sha256', JSON.stringify(versioned), 'base64url').slice(0, 22)
    return { version, ...versioned, next_sequence: recordings.nextSequence, server_time: new Date().toISOString() }
  }

  #configuration(ifNoneMatch: string | undefined, at: number): Answer {
    const { keys, order } = this.#parts
    const configuration = this.configuration()
    const etag = configurationETag(configuration.version)
    const isUnchanged = ifNoneMatch === etag
    keys.toldAt ??= at
    order.configurationTold(isUnchanged)
    return isUnchanged ? { status: 304, headers: { etag } } : { status: 200, headers: { etag }, json: configuration }
  }

  async #register(
    given: readonly PayloadRegistration[],
    problems: readonly SchemaProblem[],
    request: DeviceRequest,
  ): Promise<Answer> {
    const { recordings, order, keys, findings } = this.#parts
    const { max_batch_items, max_inline_bytes } = checkedLimits
    const longest = Math.max(0, ...given.map(({ content = '' }) => Buffer.byteLength(String(content), 'base64')))
    findings.judge(
      'configuration.limits',
      given.length <= max_batch_items && longest <= max_inline_bytes,
      `at most ${max_batch_items} items, with content of at most ${max_inline_bytes} bytes`,
      () => `${given.length} items, with content of up to ${longest} bytes`,
    )
    const items = []
    for (const [index, item] of given.entries()) {
      const problem = problems.find((found) => found.index === index)
      items.push(problem ? recordings.refuse(item, problem.message) : await recordings.register(item, request.at))
    }
    order.registered(given.map(({ payload_reference }) => payload_reference))
    const current_key_id = keys.current.key_id
    if (keys.toldAt === undefined) order.otherKeyTold(request)
    return { status: 200, json: { items, current_key_id } }
  }

  async #append(reference: string, headers: DeviceRequest['headers'], part: Buffer): Promise<Answer> {
    const { recordings, findings } = this.#parts
    const offset = partOffset(headers, findings)
    recordings.find(reference)
    findings.judge(
      'configuration.limits',
      part.length <= checkedLimits.max_part_bytes,
      `parts of at most ${checkedLimits.max_part_bytes} bytes`,
      () => `a part of ${part.length} bytes`,
    )
    if (part.length > checkedLimits.max_part_bytes) {
      throw new ProductError('request.too_large', { limit_bytes: checkedLimits.max_part_bytes })
    }
    const digest = hash('sha256', part, 'base64')
    const isDigest = String(headers['content-digest']).includes(`sha-256=:${digest}:`)
    findings.judge('upload.digest', isDigest, `sha-256=:${digest}:`, () => String(headers['content-digest']))
    if (!isDigest) throw new ProductError('upload.digest_mismatch')
    return offsetAnswer(await recordings.append(reference, offset, part))
  }

  #statuses(references: readonly string[], at: number) {
    const { recordings, findings, timing } = this.#parts
    return references.map((payload_reference) => {
      const stored = recordings.stored.get(payload_reference)
      if (!stored) return { payload_reference, status: 'not_found' as const }
      const { askedAt, status } = stored
      stored.askedAt = at
      if (status === 'pending' && askedAt !== undefined) {
        findings.judge(
          'statuses.pace',
          at - askedAt >= timing.statuses_first_ms / 4,
          `about ${timing.statuses_first_ms} ms between two questions, then more`,
          () => `it asked about ${payload_reference} again after ${at - askedAt} ms`,
        )
      }
      return this.#decide(payload_reference, stored, askedAt !== undefined)
    })
  }

  /** A whole recording is pending when it is first asked about, so that the handset has to ask again. */
  #decide(payload_reference: string, stored: StoredRecording, isAskedAgain: boolean) {
    const isWhole = stored.sealed.length === (stored.registration.size ?? 0)
    if (stored.status === 'processed') return { payload_reference, status: 'processed' as const }
    if (isWhole && isAskedAgain) {
      stored.reason ??= this.#disown(stored)
      stored.status = stored.reason === undefined ? 'processed' : 'failed'
      stored.sealed = stored.reason === undefined ? stored.sealed : Buffer.alloc(0)
    }
    if (stored.status === 'processed') {
      if (stored.wasDisowned) this.#parts.findings.pass('copy.kept')
      this.#parts.findings.pass('statuses.asked')
    }
    const { status, reason } = stored
    return { payload_reference, status, ...(status === 'failed' && reason !== undefined ? { reason } : {}) }
  }

  /** One recording counts as damaged on the server, to see whether the handset still has it. */
  #disown(stored: StoredRecording): string | undefined {
    const { recordings, disownsOne } = this.#parts
    const isFirst = ![...recordings.stored.values()].some(({ wasDisowned }) => wasDisowned)
    const hasOther = [...recordings.stored.values()].some(
      ({ status, sealed }) => status === 'processed' && sealed.length > 0,
    )
    if (!disownsOne || !isFirst || !hasOther) return undefined
    stored.wasDisowned = true
    return 'checksum'
  }

  #received(
    items: readonly object[],
    identity: 'log_id' | 'gps_reference',
    problems: readonly SchemaProblem[],
  ): Answer {
    const { findings } = this.#parts
    const refused = problems.map(({ index = 0, message }) => ({ index, code: 'request.invalid', message }))
    let received = 0
    for (const [index, item] of items.entries()) {
      if (refused.some((problem) => problem.index === index)) continue
      const name = String((item as Record<string, unknown>)[identity])
      const text = JSON.stringify(item)
      const known = this.#reported.get(name)
      findings.judge(
        'reports.identity',
        known === undefined || known === text,
        `another ${identity} for each`,
        () => `${name} came with other fields: ${text.slice(0, 120)}`,
      )
      if (known === undefined) received += 1
      this.#reported.set(name, known ?? text)
    }
    return { status: 200, json: { received, ...(refused.length > 0 ? { refused } : {}) } }
  }
}

const offsetAnswer = (offset: number): Answer => ({ status: 204, headers: { 'upload-offset': String(offset) } })

/** @throws ProductError `upload.length_required`, `request.malformed` */
const partOffset = (headers: DeviceRequest['headers'], findings: Findings): number => {
  const { 'upload-offset': offset = '', 'content-digest': digest = '', 'content-length': length } = headers
  const isDigest = /^sha-256=:[A-Za-z0-9+/]{43}=:$/.test(String(digest))
  const isOffset = /^(?:0|[1-9]\d{0,14})$/.test(String(offset))
  findings.judge(
    'upload.headers',
    length !== undefined && isOffset && isDigest,
    'Content-Length, Upload-Offset: a whole number, Content-Digest: sha-256=:base64:',
    () => `Content-Length: ${length}, Upload-Offset: ${offset}, Content-Digest: ${digest}`,
  )
  if (length === undefined) throw new ProductError('upload.length_required')
  if (!isOffset || !isDigest) throw new ProductError('request.malformed', { reason: 'see Uploading' })
  return Number(offset)
}

/** The body of a call, already compared with its schema. */
const bodyOf = <C extends CallDeclaration>(_call: C, input: unknown) => input as CallInput<C>['body']
