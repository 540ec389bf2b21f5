import type { DeviceCommandState, DeviceCommandType } from '@holdfast/contract'
import { deviceCommandStates, deviceCommandTypes, limits } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import type { Tables } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { officerOf } from './playbacks.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, minuteMs, secondMs } from './time-spans.ts'

const commandCount = 36

/** Device commands of the last weeks, covering every command and every state. */
export const commandRows = (
  customer: DemoCustomer,
  handsets: readonly PlannedHandset[],
  anchor: number,
): Insertable<Tables['device_commands']>[] => {
  const random = new SeededRandom(`${customer.client} commands`)
  const inUse = handsets.filter(({ status }) => status === 'active')
  const raised_by = customer.people.find(({ roles }) => roles.includes('Device Manager')) ?? officerOf(customer)
  return Array.from({ length: commandCount }, (_, number) => {
    const { device_reference, person } = random.pick(inUse)
    const state = deviceCommandStates[number % deviceCommandStates.length] ?? 'Completed'
    const command = deviceCommandTypes[number % deviceCommandTypes.length] ?? 'sync_data'
    return {
      client: customer.client,
      device_reference,
      group: person.group,
      command,
      params: command === 'sms_auto_response' ? JSON.stringify(autoResponse(customer)) : null,
      raised_by: raised_by.user_reference,
      ...course(state, command, anchor, random),
    }
  })
}

const autoResponse = ({ locale }: DemoCustomer) => ({
  message:
    locale === 'pt-BR'
      ? 'Esta linha é gravada. Retornarei em breve.'
      : 'This line is recorded. I will come back to you shortly.',
})

/**
 * Times of a command's states. A command that was not answered in time is Failed; a Sent one waits until its handset
 * contacts the server.
 */
const course = (state: DeviceCommandState, command: DeviceCommandType, anchor: number, random: SeededRandom) => {
  const isTimeout = state === 'Failed' && command !== 'send_verification_sms'
  const age = isTimeout ? random.between(10, 30) * dayMs : random.between(20, 5 * 24 * 60) * minuteMs
  const sent_at = anchor - age
  const acknowledged_at = state === 'Sent' || isTimeout ? null : sent_at + random.between(2, 40) * secondMs
  const completed_at = state === 'Completed' ? sent_at + random.between(60, 400) * secondMs : null
  const failed_at = isTimeout
    ? sent_at + limits.commandTimeoutDays * dayMs
    : (acknowledged_at ?? sent_at) + 30 * secondMs
  const updated_at = completed_at ?? (state === 'Failed' ? failed_at : (acknowledged_at ?? sent_at))
  return {
    command_reference: random.id(sent_at),
    state,
    failure: state === 'Failed' ? (isTimeout ? 'timeout' : 'No SIM card in slot 1') : null,
    sent_at: new Date(sent_at),
    acknowledged_at: acknowledged_at === null ? null : new Date(acknowledged_at),
    completed_at: completed_at === null ? null : new Date(completed_at),
    updated_at: new Date(updated_at),
  }
}
