import {
  type DeviceConfiguration,
  type PayloadRegistration,
  type PayloadRegistrationOutcome,
  registerPayloads,
} from '@holdfast/contract'
import { base64 } from './base64.ts'
import { DeviceCallError } from './device-call-error.ts'
import type { DeviceCalls } from './device-calls.ts'
import type { Entry, Outbox } from './outbox.ts'

type Limits = DeviceConfiguration['upload_limits']

/** The result of registering some entries. */
export interface Registered {
  outcomes: PayloadRegistrationOutcome[]
  /** The account's key at that time. */
  current_key_id?: string
}

/** Well below what the server accepts (contract, `maxRegistrationBodyBytes`), so that a batch is also small in memory. */
const maxBodyCharacters = 4 * 1024 * 1024

/**
 * Registers entries, small ones with their sealed bytes, in as many requests as their sizes need. Repeating it
 * changes nothing on the server.
 *
 * @returns the outcome of each entry, in the same order, and the key that the server named last; none when it accepted nothing
 */
export const register = async (
  entries: readonly Entry[],
  outbox: Outbox,
  calls: DeviceCalls,
  limits: Limits,
): Promise<Registered> => {
  const registered: Registered = { outcomes: [] }
  let items: PayloadRegistration[] = []
  let characters = 0
  const flush = async () => {
    if (items.length === 0) return
    add(registered, await sendItems(items, calls))
    items = []
    characters = 0
  }
  for (const entry of entries) {
    const item = await itemOf(entry, outbox, limits)
    const itemCharacters = JSON.stringify(item).length
    if (items.length >= limits.max_batch_items || characters + itemCharacters > maxBodyCharacters) await flush()
    items.push(item)
    characters += itemCharacters
  }
  await flush()
  return registered
}

const itemOf = async (entry: Entry, outbox: Outbox, limits: Limits): Promise<PayloadRegistration> => {
  const { size, payload_reference } = entry
  if (size === undefined || size > limits.max_inline_bytes) return entry
  return { ...entry, content: base64(await outbox.content(payload_reference, 0, size)) }
}

/** The server refuses a whole batch when one item is not well-formed. Sent one by one, only that item is refused. */
const sendItems = async (items: readonly PayloadRegistration[], calls: DeviceCalls): Promise<Registered> => {
  try {
    const { items: answered, current_key_id } = await calls.send(registerPayloads, { body: { items: [...items] } })
    return { outcomes: inOrder(items, answered), current_key_id }
  } catch (error) {
    if (!(error instanceof DeviceCallError) || (error.status !== 400 && error.status !== 413)) throw error
    const registered: Registered = { outcomes: [] }
    for (const item of items) {
      if (items.length > 1) add(registered, await sendItems([item], calls))
      else registered.outcomes.push({ payload_reference: item.payload_reference, result: 'refused', code: error.code })
    }
    return registered
  }
}

const add = (all: Registered, { outcomes, current_key_id }: Registered): void => {
  all.outcomes.push(...outcomes)
  if (current_key_id !== undefined) all.current_key_id = current_key_id
}

/** An item that the server does not mention was not accepted, and is sent again next time. */
const inOrder = (
  items: readonly PayloadRegistration[],
  answered: readonly PayloadRegistrationOutcome[],
): PayloadRegistrationOutcome[] => {
  const byReference = new Map(answered.map((outcome) => [outcome.payload_reference, outcome]))
  return items.map(
    ({ payload_reference }) => byReference.get(payload_reference) ?? { payload_reference, result: 'refused' as const },
  )
}
