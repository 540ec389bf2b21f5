import { type CallDeclaration, calls } from '@holdfast/contract'

/**
 * What goes wrong with a request on purpose.
 * - `unavailable`, `rate-limited`: 503 and 429 with Retry-After
 * - `failing`: 500, several times in a row
 * - `expired`: 401, as when the token has ended
 * - `lost-answer`: the request is executed, and the connection broken off instead of an answer
 * - `broken-off`: the connection breaks off in the middle of a part
 * - `half-taken`: half of a part is taken, and the connection broken off
 * - `stale`: 401 verify.stale, with a Date of tomorrow
 * - `key-replaced`: the account gets another key
 */
export type Fault =
  | 'none'
  | 'unavailable'
  | 'rate-limited'
  | 'failing'
  | 'expired'
  | 'lost-answer'
  | 'broken-off'
  | 'half-taken'
  | 'stale'
  | 'key-replaced'

/** The faults of each call, one for each request. What follows is answered as usual. */
const schedule: readonly (readonly [CallDeclaration, readonly Fault[]])[] = [
  [calls.verifyDevice, ['none', 'lost-answer', 'none', 'stale']],
  [calls.getDeviceConfiguration, ['none', 'unavailable']],
  [calls.registerPayloads, ['none', 'lost-answer', 'none', 'key-replaced', 'unavailable', 'failing', 'expired']],
  [calls.uploadContent, ['none', 'broken-off', 'half-taken', 'none', 'lost-answer', 'rate-limited', 'expired']],
  [calls.readPayloadStatuses, ['none', 'none', 'lost-answer', 'unavailable']],
  [calls.receiveDeviceLogs, ['lost-answer']],
  [calls.receivePositions, ['lost-answer']],
  [calls.receiveTelemetry, ['lost-answer']],
  [calls.fetchCommands, ['none', 'rate-limited']],
]

/** Reports that its handset may leave out: a run does not wait for their faults. */
const optionalCalls: readonly CallDeclaration[] = [
  calls.receiveDeviceLogs,
  calls.receivePositions,
  calls.receiveTelemetry,
]

export class Faults {
  readonly #left: Map<CallDeclaration, Fault[]>

  /** @param isOn without it, nothing goes wrong on purpose */
  constructor(isOn: boolean) {
    this.#left = new Map(isOn ? schedule.map(([call, faults]) => [call, [...faults]]) : [])
  }

  next(call: CallDeclaration): Fault {
    return this.#left.get(call)?.shift() ?? 'none'
  }

  /** How many faults every handset still has to come to. */
  get left(): number {
    return [...this.#left]
      .filter(([call]) => !optionalCalls.includes(call))
      .reduce((sum, [, faults]) => sum + faults.filter((fault) => fault !== 'none').length, 0)
  }

  /** The calls whose faults are still to come. */
  get waitingFor(): string[] {
    return [...this.#left]
      .filter(([call, faults]) => !optionalCalls.includes(call) && faults.length > 0)
      .map(([{ method, path }]) => `${method} ${path}`)
  }
}
