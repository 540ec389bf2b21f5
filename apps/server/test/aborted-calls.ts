import type { PayloadRegistration, PayloadRegistrationOutcome } from '@holdfast/contract'
import { ulid } from 'ulid'
import type { AccountWithHandsets } from './account-with-handsets.ts'

/** A recording without content, with the device's number. */
export const abortedCall = (
  sequence: number,
  payload_time = new Date(Date.UTC(2026, 0, 1, 0, sequence)).toISOString(),
): PayloadRegistration => ({
  payload_reference: ulid(),
  sequence,
  payload_type: 'AbortedCall',
  payload_time,
  payload_state: 'NotRecorded',
  numbers: [],
  meta: { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] },
})

/** Registers recordings as a handset does. Throws unless each is registered. */
export const registered = async (
  account: AccountWithHandsets,
  token: string,
  items: readonly PayloadRegistration[],
): Promise<void> => {
  const response = await account.call(token, 'POST', '/payloads', { body: { items } })
  const text = await response.text()
  const outcomes = response.ok ? (JSON.parse(text) as { items: PayloadRegistrationOutcome[] }).items : []
  if (outcomes.length !== items.length || outcomes.some(({ result }) => result !== 'registered')) throw new Error(text)
}
