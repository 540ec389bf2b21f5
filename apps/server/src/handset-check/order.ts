import { type CallDeclaration, calls } from '@holdfast/contract'
import type { DeviceRequest } from './device-request.ts'
import type { Findings } from './findings.ts'

/** Calls after an authentication within which the configuration must be fetched. */
const callsUntilConfiguration = 25
/** So long after an authentication a handset that made other calls has forgotten the configuration. */
const configurationWithinMs = 10_000
/** On another connection a request may have been on its way before the handset had read the answer. */
const onItsWayMs = 1000

/** What a handset must do next: fetch the configuration, authenticate, send the same again. */
export class Order {
  readonly #findings: Findings
  #callsSinceVerify: number | undefined
  #verifiedAt = 0
  /** The request whose answer named a key that the handset does not have. */
  #otherKeyTold: DeviceRequest | undefined
  /** The calls that were answered 401, and whether the handset has authenticated since. */
  readonly #expired = new Map<string, { authenticated: boolean; repeats: number }>()
  /** References whose registration was answered by nothing. */
  readonly #lostRegistrations = new Set<string>()
  /** What of a report whose answer was lost has not come again, by identity. */
  readonly #lostReports = new Map<CallDeclaration, Set<string>>()
  /** Whether the last answer to `GET /configuration` was 304. */
  #isUnchanged = false

  constructor(findings: Findings) {
    this.#findings = findings
  }

  verified(at: number): void {
    this.#callsSinceVerify = 0
    this.#verifiedAt = at
    for (const expired of this.#expired.values()) expired.authenticated = true
  }

  configurationTold(isUnchanged: boolean): void {
    this.#isUnchanged = isUnchanged
  }

  otherKeyTold(request: DeviceRequest): void {
    this.#otherKeyTold ??= request
  }

  expired(key: string): void {
    this.#expired.set(key, { authenticated: false, repeats: 0 })
  }

  lostRegistration(references: readonly string[]): void {
    for (const reference of references) this.#lostRegistrations.add(reference)
  }

  registered(references: readonly string[]): void {
    for (const reference of references) {
      if (this.#lostRegistrations.delete(reference)) this.#findings.pass('payloads.repeated')
    }
  }

  lostReport(call: CallDeclaration, body: Buffer): void {
    const identities = identitiesIn(body)
    if (identities.length > 0) this.#lostReports.set(call, new Set(identities))
  }

  reported(call: CallDeclaration, body: Buffer): void {
    const lost = this.#lostReports.get(call)
    if (lost === undefined) return
    for (const identity of identitiesIn(body)) lost.delete(identity)
    if (lost.size > 0) return
    this.#findings.pass('reports.repeated')
    this.#lostReports.delete(call)
  }

  arrived(request: DeviceRequest): void {
    const { call } = request
    this.#judgeKey(request)
    this.#judgeExpired(request)
    if (call === calls.getDeviceConfiguration) {
      if (this.#callsSinceVerify !== undefined) this.#findings.pass('configuration.fetched')
      this.#callsSinceVerify = undefined
    } else if (this.#isUnchanged && call !== calls.verifyDevice) {
      this.#findings.pass('configuration.unchanged')
      this.#isUnchanged = false
    }
    if (this.#callsSinceVerify === undefined || call === calls.verifyDevice) return
    this.#callsSinceVerify += 1
    if (this.#callsSinceVerify > callsUntilConfiguration) this.#missedConfiguration()
  }

  finish(now: number): void {
    const isOverdue = now > this.#verifiedAt + configurationWithinMs
    if (isOverdue && (this.#callsSinceVerify ?? 0) > 0) this.#missedConfiguration()
    for (const [key, { authenticated }] of this.#expired) {
      const seen = authenticated ? `it authenticated, and did not call ${key} again` : 'it did not authenticate'
      this.#findings.fail('auth.renew', `POST /verify, then ${key} again`, seen)
    }
    if (this.#lostRegistrations.size > 0) {
      const references = [...this.#lostRegistrations].join(', ')
      this.#findings.fail('payloads.repeated', 'the same registration again', `never came again: ${references}`)
    }
    for (const [{ method, path }, lost] of this.#lostReports) {
      const seen = `never came again: ${[...lost].join(', ').slice(0, 120)}`
      this.#findings.fail('reports.repeated', `${method} ${path} again`, seen)
    }
  }

  #missedConfiguration(): void {
    const seen = `${this.#callsSinceVerify} other calls without it`
    this.#findings.fail('configuration.fetched', 'GET /configuration after POST /verify', seen)
    this.#callsSinceVerify = undefined
  }

  #judgeKey({ call, key, at, connection }: DeviceRequest): void {
    const told = this.#otherKeyTold
    if (!told) return
    const isFetched = call === calls.getDeviceConfiguration
    const isSending = call === calls.registerPayloads || call === calls.uploadContent
    const mayBeOnItsWay = connection !== told.connection && at < told.at + onItsWayMs
    if (!isFetched && (!isSending || mayBeOnItsWay)) return
    this.#findings.judge(
      'configuration.new-key',
      isFetched,
      'GET /configuration before anything else, uploads too',
      () => `${key} came first`,
    )
    this.#otherKeyTold = undefined
  }

  #judgeExpired({ key }: DeviceRequest): void {
    const expired = this.#expired.get(key)
    if (!expired) return
    expired.repeats += 1
    if (expired.authenticated) this.#findings.pass('auth.renew')
    else if (expired.repeats > 2) {
      this.#findings.fail(
        'auth.renew',
        `POST /verify, then ${key} again`,
        `${key} came again with the token that ended`,
      )
    } else return
    this.#expired.delete(key)
  }
}

/**
 * The identities of what is in a report. What was lost is recognised by them, however the body is written, and also when it comes
 * again in several requests or together with other items.
 */
const identitiesIn = (body: Buffer): string[] => {
  const report = parsed(body)
  const items = [report.logs, report.positions].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
  return [report, ...items].flatMap((item) => {
    const { log_id, gps_reference, reported_at } = Object(item) as Record<string, unknown>
    return [log_id, gps_reference, reported_at].filter((identity) => typeof identity === 'string')
  })
}

const parsed = (body: Buffer): Record<string, unknown> => {
  try {
    return Object(JSON.parse(body.toString())) as Record<string, unknown>
  } catch {
    return {}
  }
}
