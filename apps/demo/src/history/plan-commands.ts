import { type DeviceCommandState, type DeviceCommandType, limits } from '@holdfast/contract'
import type { PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './time-spans.ts'

/** A command that a device manager sent to one handset, and what became of it. Times are milliseconds since 1970. */
export interface PlannedCommand {
  handset: PlannedHandset
  command_reference: string
  command: DeviceCommandType
  message: string | null
  state: DeviceCommandState
  failure: string | null
  sent_at: number
  acknowledged_at: number | null
  completed_at: number | null
}

interface Outcome {
  state: DeviceCommandState
  failure?: string
}

/** One command for several handsets. */
interface Order {
  command: DeviceCommandType
  message?: string
  /** How long before the account was opened. */
  before: number
  to: 'active' | 'silent'
  outcomes: readonly Outcome[]
}

const completed: Outcome = { state: 'Completed' }

const orders: readonly Order[] = [
  { command: 'sync_data', before: 21 * dayMs, to: 'active', outcomes: Array.from({ length: 5 }, () => completed) },
  {
    command: 'diagnostics_upload',
    before: 16 * dayMs,
    to: 'silent',
    outcomes: [{ state: 'Failed', failure: 'timeout' }],
  },
  {
    command: 'sms_auto_response',
    message: 'This line is recorded. I am away until Monday; please write to the desk.',
    before: 9 * dayMs,
    to: 'active',
    outcomes: [completed, completed, { state: 'Failed', failure: 'no SIM in slot 1' }],
  },
  { command: 'allow_power_off', before: 6 * dayMs, to: 'active', outcomes: [completed] },
  { command: 'send_verification_sms', before: 5 * dayMs, to: 'active', outcomes: [completed, completed] },
  { command: 'reupload_sms_messages', before: 2 * hourMs, to: 'active', outcomes: [{ state: 'Acknowledged' }] },
  { command: 'sync_data', before: 90 * minuteMs, to: 'silent', outcomes: [{ state: 'Sent' }, { state: 'Sent' }] },
]

/** Commands of the last weeks, in every state. Those of one inner array were sent by one call. */
export const planCommands = (handsets: readonly PlannedHandset[], anchor: number): PlannedCommand[][] =>
  orders.map((order, number) => {
    const sent_at = anchor - order.before
    const random = new SeededRandom(`command ${number}`)
    const able = handsets.filter(({ status }) => status === order.to)
    const first = random.between(0, Math.max(0, able.length - order.outcomes.length))
    return able.slice(first, first + order.outcomes.length).flatMap((handset, place) => {
      const outcome = order.outcomes[place]
      return outcome ? [planned(order, handset, outcome, sent_at, random)] : []
    })
  })

const planned = (
  { command, message }: Order,
  handset: PlannedHandset,
  { state, failure }: Outcome,
  sent_at: number,
  random: SeededRandom,
): PlannedCommand => {
  const command_reference = random.id(sent_at)
  const told = { handset, command_reference, command, message: message ?? null, sent_at }
  const base = { ...told, state, failure: failure ?? null }
  if (failure === 'timeout') {
    return { ...base, acknowledged_at: null, completed_at: sent_at + limits.commandTimeoutDays * dayMs }
  }
  if (state === 'Sent') return { ...base, acknowledged_at: null, completed_at: null }
  const acknowledged_at = sent_at + random.between(5, 90) * secondMs
  if (state === 'Acknowledged') return { ...base, acknowledged_at, completed_at: null }
  return { ...base, acknowledged_at, completed_at: acknowledged_at + random.between(2, 40) * secondMs }
}
