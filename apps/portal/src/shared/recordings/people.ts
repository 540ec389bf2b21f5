import type { Payload } from '@holdfast/contract'

export interface Party {
  /** Null when the number was withheld. */
  number: string | null
  name: string | undefined
}

type Named = Pick<Payload, 'meta' | 'numbers'>
type MessageParties = NonNullable<Payload['meta']['message_parties']>

/**
 * The parties of a message without the device user, whom handsets list among them without saying so: whoever sent what went
 * out, and of what came in, the one recipient whose number the recording's own `numbers` do not have. Nobody is left out
 * where that could be several.
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

/** Everybody on the other side: second parties of a call, other parties of a message, else the numbers alone. */
export const partiesOf = (payload: Named): readonly Party[] => {
  const { second_parties, message_parties } = payload.meta
  const named = second_parties ?? (message_parties && withoutDeviceUser(message_parties, payload))
  if (named && named.length > 0) return named.map(({ phone_number: number, name }) => ({ number, name }))
  return payload.numbers.map((number) => ({ number, name: undefined }))
}

/** What turns the writing direction, so that a name reads as another or takes what stands beside it along. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g

/** A name as a handset's address book has it, made harmless to read: what would turn it is shown as a sign. */
export const partyName = ({ number, name }: Party, unknown: string): string =>
  (name ?? number ?? unknown).replace(directionControls, '\uFFFD')

/** Seconds: what the device counted, else what the content turned out to last. */
export const durationSeconds = ({ meta, media }: Payload): number | null => {
  if (meta.duration !== undefined) return meta.duration
  return media?.duration_ms != null ? media.duration_ms / 1000 : null
}
