import { amendmentOfParty, type Payload } from '@holdfast/contract'
import { displayText } from './display-text.ts'

export interface Party {
  /** `null` when the number was withheld. */
  number: string | null
  name: string | undefined
  /** A person corrected the name. */
  isAmended?: boolean
}

type Named = Pick<Payload, 'meta' | 'numbers'> & Partial<Pick<Payload, 'amendments'>>
type MessageParties = NonNullable<Payload['meta']['message_parties']>

/**
 * The parties of a message without the device user, whom handsets list without marking them: the sender of an outbound
 * message, and of an inbound one the only recipient whose number is not among the recording's `numbers`. If several
 * qualify, nobody is removed.
 */
const withoutDeviceUser = (parties: MessageParties, { meta, numbers }: Named): MessageParties => {
  const isOutbound = meta.direction === 'O'
  const candidates = parties.filter(
    ({ role, phone_number }) =>
      role !== undefined && (role === 'from') === isOutbound && (isOutbound || !numbers.includes(phone_number)),
  )
  const [own, ...ambiguous] = candidates
  if (!own || ambiguous.length > 0 || parties.length === 1) return parties
  return parties.filter((party) => party !== own)
}

/** The other side, as the handset reported it: second parties of a call, other parties of a message, else the numbers alone. */
export const reportedParties = (payload: Named): readonly Party[] => {
  const { second_parties, message_parties } = payload.meta
  const named = second_parties ?? (message_parties && withoutDeviceUser(message_parties, payload))
  if (named && named.length > 0) return named.map(({ phone_number: number, name }) => ({ number, name }))
  return payload.numbers.map((number) => ({ number, name: undefined }))
}

/** The same, with the names by which people know them. */
export const partiesOf = (payload: Named): readonly Party[] =>
  reportedParties(payload).map((party) => {
    const amendment = amendmentOfParty(payload.amendments, party.number)
    return amendment ? { ...party, name: amendment.name, isAmended: true } : party
  })

/** A name from a handset's address book, as it is safe to show. */
export const partyName = ({ number, name }: Party, unknown: string): string => displayText(name ?? number ?? unknown)

/** The numbers of the other side with the names that the handset knew them by. */
export const namedNumbers = (payload: Named): (readonly [number: string, name: string])[] =>
  partiesOf(payload).flatMap(({ number, name }) => (number && name ? [[number, displayText(name)]] : []))
