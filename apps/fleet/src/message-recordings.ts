import path from 'node:path'
import type { Conversation, MediaFolder } from './media-folder.ts'
import { commonMetadata, secondsBefore } from './recording-metadata.ts'
import { type Person, secondParties } from './second-parties.ts'
import type { RecordingInputs, SimulatedRecording } from './simulated-recording.ts'

type Message = Conversation['messages'][number]

/** The messages of one conversation, one payload each. They share a thread, and the last one is sent at `until`. */
export const conversationRecordings = async (
  kind: Conversation['kind'],
  inputs: RecordingInputs,
): Promise<SimulatedRecording[]> => {
  const { media, random, city, until, phone_number } = inputs
  const [first, ...others] = media.conversations.filter((conversation) => conversation.kind === kind)
  if (!first) throw new Error(`The media folder has no ${kind} conversation`)
  const { messages } = random.pick([first, ...others])
  const isGroup = messages.some(({ direction }) => direction === 'CC')
  const people = secondParties(city, random, isGroup ? 2 : 1)
  const numbers = people.map((person) => person.phone_number)
  const thread_id = [phone_number, ...numbers].join(' ')
  const length = messages.at(-1)?.offset_s ?? 0
  const contents = await Promise.all(messages.map((message) => contentOf(message, media)))
  return messages.map((message, at): SimulatedRecording => {
    const sent = secondsBefore(until, length - message.offset_s)
    return {
      payload_type: kind,
      content: contents[at] ?? null,
      numbers,
      payload_time: sent.toISOString(),
      meta: {
        ...commonMetadata(inputs, sent),
        content_type: 'application/json',
        message_id: random.hex(32),
        message_parties: partiesOf(message, { phone_number, name: 'Device user' }, people),
        direction: message.direction,
        length: [...message.text].length,
        thread_id,
        imsi: `${city.carrier.carrier_code}${phone_number.slice(-10).padStart(10, '0')}`,
      },
    }
  })
}

/** Sender and recipients. An inbound copy (`CC`) is also addressed to the other second parties. */
const partiesOf = ({ direction }: Message, own: Person, people: readonly Person[]) => {
  const [first, ...others] = people
  if (direction === 'O') {
    return [{ ...own, role: 'from' }, ...people.map((person) => ({ ...person, role: 'to' }))]
  }
  const sender = direction === 'CC' ? (others[0] ?? first) : first
  const rest = people.filter((person) => person !== sender)
  return [
    ...(sender ? [{ ...sender, role: 'from' }] : []),
    { ...own, role: direction === 'CC' ? 'cc' : 'to' },
    ...rest.map((person) => ({ ...person, role: 'to' })),
  ]
}

/** The content of a message payload: JSON `{ text, attachments }`, with attachments in base64. */
const contentOf = async ({ text, attachments }: Message, media: MediaFolder): Promise<Uint8Array> => {
  const attached = await Promise.all(
    attachments.map(async (file) => ({
      name: path.basename(file),
      media_type: media.files.find((known) => known.file === file)?.media_type ?? 'application/octet-stream',
      content: Buffer.from(await media.read(file)).toString('base64'),
    })),
  )
  return new TextEncoder().encode(JSON.stringify({ text, attachments: attached }))
}
