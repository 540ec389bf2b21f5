import { calls, ProductError } from '@holdfast/contract'
import type { Authentications } from './authentications.ts'
import type { DeviceRequest } from './device-request.ts'
import type { Findings } from './findings.ts'

/** What happens to the handset at the end of a run: nothing can be asked of it afterwards for an hour. */
export const endingKinds = ['blocked', 'reset'] as const
export type EndingKind = (typeof endingKinds)[number]

/** A request may have been on its way when the handset was told. */
const onItsWayMs = 1000
/** Calls that succeed after a FactoryReset, before the token ends as if the other handset had authenticated. */
const callsAfterReset = 2

/** Blocks the handset, or tells it of a factory reset that it has not had, and watches whether it keeps quiet. */
export class Ending {
  readonly #findings: Findings
  readonly #authentications: Authentications
  readonly #kind: EndingKind | undefined
  hasBegun = false
  /** When the handset was told, in milliseconds since 1970; `undefined` until it called. */
  toldAt: number | undefined
  #authenticated = 0
  #callsAfter = 0

  constructor(findings: Findings, authentications: Authentications, kind: EndingKind | undefined) {
    this.#findings = findings
    this.#authentications = authentications
    this.#kind = kind
  }

  begin(): void {
    if (this.#kind === undefined) return
    this.hasBegun = true
    if (this.#kind === 'blocked') return
    this.#authentications.nextState = 'FactoryReset'
    this.#authentications.expire()
  }

  /** @returns how the request is refused; `undefined` when it is answered as usual */
  arrived(request: DeviceRequest): ProductError | undefined {
    if (!this.hasBegun) return undefined
    return this.#kind === 'blocked' ? this.#whileBlocked(request) : this.#afterReset(request)
  }

  /** A handset whose authentication was refused, as for a wrong time, has not been told of a reset yet. */
  answered({ call, at }: DeviceRequest, status: number): void {
    const isTold = this.hasBegun && this.#kind === 'reset' && call === calls.verifyDevice && status === 200
    if (isTold) this.toldAt ??= at
  }

  /** Nothing but what was allowed came in the time that was watched. */
  finish(): void {
    if (this.toldAt === undefined || this.#kind === undefined) return
    this.#findings.pass(this.#kind === 'blocked' ? 'blocked.silent' : 'reset.pauses')
  }

  #whileBlocked({ call, key, at }: DeviceRequest): ProductError {
    this.toldAt ??= at
    const isVerify = call === calls.verifyDevice
    if (isVerify) this.#authenticated += 1
    if (at > this.toldAt + onItsWayMs && (!isVerify || this.#authenticated > 1)) {
      const seen = `${key}, ${((at - this.toldAt) / 1000).toFixed(0)} s after it was blocked`
      this.#findings.fail('blocked.silent', 'nothing but one POST /verify in an hour', seen)
    }
    return new ProductError('device.blocked')
  }

  #afterReset({ call, at }: DeviceRequest): ProductError | undefined {
    if (call !== calls.verifyDevice) {
      if (this.toldAt !== undefined) this.#callsAfter += 1
      if (this.#callsAfter > callsAfterReset) this.#authentications.expire()
      return undefined
    }
    if (this.toldAt === undefined) return undefined
    const seen = `POST /verify again after ${((at - this.toldAt) / 1000).toFixed(0)} s`
    this.#findings.fail('reset.pauses', 'no other POST /verify within an hour', seen)
    return new ProductError('verify.refused')
  }
}
