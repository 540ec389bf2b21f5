import type { Payload, PayloadState, PayloadType, UserProfile } from '@holdfast/contract'
import { allActions } from '@holdfast/contract'

const start = Date.parse('2026-11-20T16:40:00.000Z')
const people = [
  ['amelia.hart', 'Amelia', 'Hart'],
  ['joao.ferreira', 'João', 'Ferreira'],
  ['priya.nair', 'Priya', 'Nair'],
  ['tom.okafor', 'Tom', 'Okafor'],
  ['lucia.andrade', 'Lúcia', 'Andrade'],
] as const
const groups = ['London Equities', 'São Paulo Rates', 'Frankfurt FX'] as const
const types: readonly PayloadType[] = [
  'Call',
  'Call',
  'Call',
  'SMS',
  'Photo',
  'Video',
  'Interview',
  'RCS',
  'MMS',
  'BlockedCall',
]
const states: readonly PayloadState[] = [
  'Processed',
  'Processed',
  'Processed',
  'Processed',
  'Uploaded',
  'Processed',
  'Quarantined',
  'Processed',
  'Failed',
  'Processed',
  'Recorded',
  'NotRecoverable',
  'Destroyed',
]

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const pad = (value: number, width: number) => String(value).padStart(width, '0')
const at = (msAgo: number) => new Date(start - msAgo).toISOString()

export const referenceOf = (index: number): string => `01KAFIXTURE${pad(index, 15)}`

const contentTypes: Partial<Record<PayloadType, string>> = {
  Call: 'audio/wav',
  Interview: 'audio/wav',
  Photo: 'image/png',
  Video: 'video/webm',
  SMS: 'text/plain',
  RCS: 'text/plain',
  MMS: 'image/png',
}

export const payload = (index: number): Payload => {
  const type = pick(types, index)
  const state: PayloadState = type === 'BlockedCall' ? 'NotRecorded' : index < 8 ? 'Processed' : pick(states, index * 7)
  const [user] = pick(people, index * 3)
  const time = at(index * 17 * 60_000)
  const isMessage = type === 'SMS' || type === 'RCS' || type === 'MMS'
  const isCall = type === 'Call' || type === 'BlockedCall'
  const number = `+4420794600${pad(index % 97, 2)}`
  const hasContent = state === 'Processed'
  const duration = 20 + ((index * 37) % 900)
  const contentType = contentTypes[type]
  return {
    client: 'acme',
    payload_reference: referenceOf(index),
    payload_type: type,
    payload_state: state,
    device_reference: `R5CT${pad(index % 5, 4)}XY`,
    device_user_reference: user,
    group: pick(groups, index),
    device_ip: '203.0.113.24',
    damaged_at: null,
    sequence: 40_000 - index,
    key_id: 'key-2026-01',
    checksum: 'a3f1c9'.padEnd(64, '0'),
    size: 182_044 + index,
    numbers: isCall || isMessage ? [number] : [],
    meta: {
      timezone: 'America/Sao_Paulo',
      local_time: time.replace('Z', ''),
      carrier: { carrier_name: 'Vivo' },
      imeis: ['356938035643809'],
      locations: [{ latitude: -23.55052, longitude: -46.633308, accuracy: 12 }],
      ...(isCall
        ? {
            direction: index % 2 ? 'I' : 'O',
            duration,
            voice_source: 'MIC',
            signal_strength: -87,
            is_intermittent: false,
            second_parties: [{ phone_number: number, name: index % 3 ? 'Marcus Bell' : 'Clearing desk' }],
          }
        : {}),
      ...(type === 'Interview'
        ? {
            duration,
            notes: 'Branch visit',
            pause_times: [
              {
                start: new Date(Date.parse(time) + 4000).toISOString(),
                end: new Date(Date.parse(time) + 7000).toISOString(),
              },
            ],
          }
        : {}),
      ...(isMessage
        ? {
            direction: index % 4 === 0 ? 'O' : 'I',
            length: 64,
            thread_id: 'thread-7',
            message_parties: [{ phone_number: number }],
          }
        : {}),
    },
    media:
      hasContent && contentType
        ? {
            content_type: contentType,
            size: 181_000,
            duration_ms: isCall ? duration * 1000 : null,
            width: type === 'Photo' ? 640 : null,
            height: type === 'Photo' ? 420 : null,
            channels: 1,
            sample_rate: isCall ? 8000 : null,
          }
        : null,
    failure: state === 'Quarantined' ? 'EICAR test file' : null,
    is_legacy: index % 41 === 0 && index > 0,
    is_late: index % 13 === 5,
    unusual: [],
    is_personal_number: index % 19 === 10,
    payload_time: time,
    registered_at: time,
    uploaded_at: state === 'Recorded' || state === 'NotRecorded' ? null : time,
    processed_at: hasContent ? time : null,
    transferred_at: null,
    receipt_confirmed_at: null,
    receipt_confirmed_by: null,
    updated_at: time,
    updated_by: null,
  }
}

export const profile = (client: string): UserProfile => ({
  user_reference: 'grace.lin@acme.example',
  client,
  display_name: 'Grace Lin',
  actions: client === 'admin' ? allActions : allActions.filter((action) => !action.startsWith('internal:')),
  groups: [...groups],
  payload_types: ['Call', 'SMS', 'Photo', 'Video', 'Interview', 'MMS', 'RCS', 'BlockedCall', 'AbortedCall'],
  roles: ['Compliance Officer'],
  user_group: groups[0],
  terms_accepted: true,
  portal_config: { maps_key: null, monitoring: null, application_id: null, region: null },
})
