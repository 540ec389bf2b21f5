import type { Payload } from '@holdfast/contract'
import type { RecordingToSend } from '../src/modules/transfer-files/index.ts'

const common = {
  client: 'northwind',
  payload_state: 'Processed',
  device_reference: 'HF-2041',
  device_user_reference: 'jane-doe',
  group: 'London',
  device_ip: '192.0.2.7',
  key_id: 'key-1',
  checksum: 'a'.repeat(64),
  size: 4096,
  numbers: ['+447700900123'],
  thread_id: null,
  amendments: null,
  media: null,
  failure: null,
  is_legacy: false,
  legacy_source: null,
  legacy_reference: null,
  is_late: false,
  is_personal_number: false,
  unusual: [],
  registered_at: '2026-11-28T09:20:00.000Z',
  uploaded_at: '2026-11-28T09:20:02.000Z',
  processed_at: '2026-11-28T09:20:03.000Z',
  damaged_at: null,
  transferred_at: null,
  receipt_confirmed_at: null,
  receipt_confirmed_by: null,
  reviewed_at: null,
  reviewed_by: null,
  disposition: null,
  updated_at: '2026-11-28T09:20:03.000Z',
  updated_by: 'worker',
} satisfies Partial<Payload>

const media = (content_type: string, size: number): NonNullable<Payload['media']> => ({
  content_type,
  size,
  duration_ms: null,
  width: null,
  height: null,
  channels: null,
  sample_rate: null,
})

/** A recording whose content is the given bytes. */
export const recordingOf = (payload: Payload, content: string | Uint8Array): RecordingToSend => ({
  payload,
  async *content() {
    yield Buffer.from(content)
  },
})

export const callPayload = (fields: Partial<Payload> = {}): Payload => ({
  ...common,
  payload_reference: '01KB4QJ8T0CA00000000000001',
  payload_type: 'Call',
  sequence: 41,
  meta: {
    direction: 'O',
    duration: 83,
    end_time: '2026-11-28T09:18:23.000Z',
    second_parties: [{ phone_number: '+447700900123', name: 'Zoë Łukasik' }],
    content_type: 'audio/amr',
  },
  media: media('audio/amr', 12),
  payload_time: '2026-11-28T09:17:00.000Z',
  ...fields,
})

export const messagePayload = (fields: Partial<Payload> = {}): Payload => ({
  ...common,
  payload_reference: '01KB4QJ8T0SMS0000000000001',
  payload_type: 'SMS',
  sequence: 42,
  thread_id: '7',
  meta: {
    direction: 'I',
    message_parties: [
      { phone_number: '+447700900123', name: 'Zoë Łukasik', role: 'from' },
      { phone_number: '+447700900001', name: 'Jane Doe', role: 'to' },
    ],
    thread_id: '7',
  },
  media: media('application/json', 64),
  payload_time: '2026-11-28T09:19:00.000Z',
  ...fields,
})

/** An MMS with a picture. */
export const pictureMessage = (fields: Partial<Payload> = {}): RecordingToSend => {
  const picture = Buffer.from('not really a picture')
  const content = {
    text: 'Look = at this\r\nsecond line',
    subject: '=SUM(A1)',
    attachments: [{ name: 'Zoë\r\n.jpg', media_type: 'image/jpeg', content: picture.toString('base64') }],
    priority: 'high',
  }
  const payload = messagePayload({
    payload_reference: '01KB4QJ8T0MMS0000000000001',
    payload_type: 'MMS',
    sequence: 43,
    payload_time: '2026-11-28T09:25:00.000Z',
    media: {
      ...media('application/json', 200),
      attachments: [
        { name: 'Zoë\r\n.jpg', media_type: 'image/jpeg', content_type: 'image/jpeg', size: picture.length },
      ],
    },
    ...fields,
  })
  return recordingOf(payload, JSON.stringify(content))
}

/** A call, an SMS and an MMS. */
export const someRecordings = (): RecordingToSend[] => [
  recordingOf(callPayload(), '#!AMR\n000000'),
  recordingOf(messagePayload(), JSON.stringify({ text: 'Grüße 👋' })),
  pictureMessage(),
]

export async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

export const allOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await allOf(content))
