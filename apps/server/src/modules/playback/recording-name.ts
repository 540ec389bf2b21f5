import { type PayloadMeta, withAmendedNames } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import { maxNameCharacters } from '../../platform/http/index.ts'

const maxPeople = 3

type NamedRecording = Pick<
  PayloadRow,
  'payload_reference' | 'payload_type' | 'payload_time' | 'device_user_reference' | 'numbers' | 'meta' | 'amendments'
>

/**
 * Under which name a recording is saved, without its extension: when, of which kind, between whom, and its reference. It is untrusted
 * text, for `downloadName`, which does not shorten it.
 */
export const recordingName = (payload: NamedRecording): string => {
  const { payload_reference, payload_type, payload_time } = payload
  const start = `${momentOf(payload_time)} ${payload_type}`
  const room = maxNameCharacters - start.length - payload_reference.length - 2
  const people = [...peopleOf(payload)].slice(0, room).join('').trim()
  return [start, people, payload_reference].filter((part) => part !== '').join(' ')
}

/** In UTC to the minute, without characters that paths do not take. */
const momentOf = (payload_time: string): string =>
  `${new Date(payload_time).toISOString().slice(0, 16).replace(':', '')}Z`

/** Who used the device, then the outside parties by name, or by number without one. */
const peopleOf = ({ device_user_reference, numbers, meta, amendments }: NamedRecording): string => {
  const { second_parties, message_parties } = meta as PayloadMeta
  // Messages list the device user among the parties.
  const named =
    second_parties ??
    message_parties?.filter(({ phone_number }) => phone_number !== null && numbers.includes(phone_number))
  const parties: NonNullable<PayloadMeta['message_parties']> =
    named && named.length > 0 ? named : numbers.map((phone_number) => ({ phone_number }))
  const others = withAmendedNames(parties, amendments).map(({ name, phone_number }) => name ?? phone_number)
  const people = [...new Set([device_user_reference, ...others])].filter((person) => person !== null && person !== '')
  const more = people.length - maxPeople
  return people.slice(0, maxPeople).join(', ') + (more > 0 ? ` +${more}` : '')
}
