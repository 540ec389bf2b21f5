import type { LegacyPayload, LegacyRow } from '../../migration-files/index.ts'
import type { PayloadFacts } from './facts.ts'
import { legacyThread } from './legacy-reference.ts'

const messageTypes: ReadonlySet<string> = new Set(['SMS', 'MMS', 'RCS'])

/**
 * Adds the conversation to a message whose source names none: the same for all messages of a person with the same other numbers. A message
 * that was imported before stays in its conversation, because that has counted it. The number of the phone itself is no party of a message
 * of a backup.
 */
export const completeMessage = <Payload extends LegacyPayload & { payload_reference: string }>(
  payload: Payload,
  { kind }: Pick<LegacyRow, 'kind'>,
  facts: PayloadFacts,
): Payload => {
  if (!messageTypes.has(payload.payload_type)) return payload
  const { person, own } = ownerOf(payload, facts)
  const { thread_id, ...meta } = payload.meta
  const known = facts.known.get(payload.payload_reference)
  const others = othersOf(payload, own)
  const derived = person !== null && others.length > 0 ? legacyThread(person, others) : undefined
  const thread = known ? (known.meta as { thread_id?: string }).thread_id : (thread_id ?? derived)
  if (kind === 'sms_backup' && own !== null && meta.message_parties) {
    const parties = meta.message_parties.filter(
      ({ phone_number }) => phone_number === null || plain(phone_number) !== own,
    )
    if (parties.length > 0) meta.message_parties = parties
  }
  return { ...payload, meta: { ...meta, ...(thread !== undefined && { thread_id: thread }) } }
}

const ownerOf = (
  { device_reference, device_user_reference }: LegacyPayload,
  { devices, deviceOf }: PayloadFacts,
): { person: string | null; own: string | null } => {
  const named = device_reference ?? (device_user_reference === null ? undefined : deviceOf.get(device_user_reference))
  const device = named === undefined ? undefined : devices.get(named)
  const number = device?.legacy_phone_number ?? null
  return {
    person: device_user_reference ?? device?.device_user_reference ?? null,
    own: number === null ? null : plain(number),
  }
}

/** The numbers of the others: of a group that the numbers do not have, its parties. A message to oneself has the own one. */
const othersOf = ({ numbers, meta }: LegacyPayload, own: string | null): string[] => {
  const { direction, message_parties = [] } = meta
  const isCopied = direction === 'CC' && numbers.length < 2
  const parties = message_parties.filter(({ role }) => isCopied || (direction === 'O' && role !== 'from'))
  const all = [...numbers, ...parties.map(({ phone_number }) => phone_number)].flatMap((number) =>
    number === null ? [] : plain(number),
  )
  const others = all.filter((number) => number !== own)
  return others.length > 0 ? others : all
}

/** A number without the marks between its digits. Names of senders and addresses stay. */
const plain = (number: string): string =>
  /^[+\d\s().\-/]+$/.test(number) ? number.replace(/[\s().\-/]/g, '').replace(/^00(?=[1-9])/, '+') : number
