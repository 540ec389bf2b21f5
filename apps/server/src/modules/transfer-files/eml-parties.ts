import { createHash } from 'node:crypto'
import { type Payload, type PayloadMeta, withAmendedNames } from '@holdfast/contract'
import type { Mailbox } from './mime-headers.ts'

export interface Parties {
  from: Mailbox
  to: readonly Mailbox[]
  cc: readonly Mailbox[]
}

type MessageParty = NonNullable<PayloadMeta['message_parties']>[number]

/** Most servers accept no more (RFC 5321 section 4.5.3.1.1). */
const maxLocalCharacters = 64

/**
 * The address of a number, a sender's name or a person. It cannot be delivered to: `.invalid` is nobody's (RFC 2606). Characters that an
 * address would have to quote are percent-encoded.
 */
const addressOf = (client: string, of: string): string => {
  const local = encodeURIComponent(of.toWellFormed())
    .replace(/[.'()*!~]/g, percentEncoded)
    .replace(/%2B/g, '+')
  const short = local.length <= maxLocalCharacters ? local : createHash('sha256').update(of).digest('hex')
  return `${short}@${domainOf(client)}`
}

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export const domainOf = (client: string): string => `${client}.holdfast.invalid`

const withheld = 'withheld'

const mailboxOf = (client: string, { phone_number, name }: MessageParty): Mailbox => ({
  name: name ?? null,
  address: addressOf(client, phone_number ?? withheld),
})

/** The person who used the device. Handsets report their own number for messages only. */
const deviceUser = (client: string, { device_user_reference, device_reference }: Payload): Mailbox => ({
  name: null,
  address: addressOf(client, device_user_reference ?? device_reference),
})

/** Between whom a recording was. */
export const partiesOf = (client: string, payload: Payload): Parties => {
  const { meta, amendments, numbers } = payload
  const box = (party: MessageParty) => mailboxOf(client, party)
  const messageParties = withAmendedNames(meta.message_parties ?? [], amendments)
  const sender = messageParties.find(({ role }) => role === 'from')
  if (sender) {
    const withRole = (...roles: MessageParty['role'][]) =>
      messageParties.filter(({ role }) => roles.includes(role)).map(box)
    return { from: box(sender), to: withRole('to', undefined), cc: withRole('cc', 'bcc') }
  }
  const named = meta.second_parties ?? meta.message_parties
  const others = withAmendedNames(named ?? numbers.map((phone_number) => ({ phone_number })), amendments).map(box)
  const own = deviceUser(client, payload)
  const [first, ...further] = others
  const isIncoming = meta.direction === 'I' || meta.direction === 'CC'
  return first && isIncoming ? { from: first, to: [own, ...further], cc: [] } : { from: own, to: others, cc: [] }
}
