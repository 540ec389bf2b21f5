import type { PayloadMeta } from '@holdfast/contract'
import { localTime } from './office-hours.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { positionNear } from './random-positions.ts'
import { SeededRandom } from './seeded-random.ts'
import { secondMs } from './time-spans.ts'

/** The metadata that the handset registers with a recording (contract, payload-metadata.ts). */
export const metaOf = (payload: PlannedPayload): PayloadMeta => {
  const random = new SeededRandom(`meta of ${payload.payload_reference}`)
  return { ...common(payload, random), ...ofType(payload, random) }
}

const carriers = {
  '+44': { carrier_name: 'Harbour Mobile', carrier_code: '23499', country_code: 'GB' },
  '+55': { carrier_name: 'Vale Telecom', carrier_code: '72499', country_code: 'BR' },
} as const

const common = ({ handset, at, content, isLate }: PlannedPayload, random: SeededRandom): PayloadMeta => ({
  timezone: handset.timezone,
  local_time: localTime(at, handset.timezone),
  imeis: [handset.imei],
  carrier: {
    ...carriers[handset.phone_number.startsWith('+55') ? '+55' : '+44'],
    is_roaming: isLate || random.chance(0.03),
  },
  locations: random.chance(0.6)
    ? [{ ...positionNear(handset, random), accuracy: random.between(4, 40), timestamp: new Date(at).toISOString() }]
    : [],
  ...(content ? { content_type: content.media.content_type } : {}),
})

const ofType = (payload: PlannedPayload, random: SeededRandom): PayloadMeta => {
  const { type, content } = payload
  const size = content?.bytes.length ?? 0
  const duration = seconds(payload)
  switch (type) {
    case 'Call':
      return { ...call(payload, random), size }
    case 'AbortedCall':
      return { ...call(payload, random), direction: random.pick(['I', 'O'] as const), duration: 0, full_duration: 0 }
    case 'BlockedCall':
      return {
        direction: random.pick(['I', 'O'] as const),
        second_parties: secondParties(payload),
        reason_for_blocking: random.pick(blockingReasons),
      }
    case 'Interview':
      return { duration, size, notes: random.pick(interviewNotes), pause_times: pauses(payload, random) }
    case 'SMS':
    case 'MMS':
    case 'RCS':
      return message(payload, random)
    case 'Photo':
      return { size }
    case 'Video':
    case 'AR':
      return { duration, size }
    case 'Diagnostics':
      return { size }
  }
}

const blockingReasons = ['Number on the blocked list', 'Recording was not possible', 'Outside working hours'] as const
const interviewNotes = ['Annual suitability review', 'Client meeting, minutes to follow', 'Branch visit'] as const

/** Duration in whole seconds, as handsets report it. */
const seconds = ({ content }: PlannedPayload): number => Math.round((content?.media.duration_ms ?? 0) / secondMs)

const call = (payload: PlannedPayload, random: SeededRandom): PayloadMeta => {
  const full_duration = payload.content?.media.duration_ms ?? 0
  return {
    direction: random.pick(['I', 'O'] as const),
    duration: seconds(payload),
    full_duration,
    end_time: new Date(payload.at + full_duration).toISOString(),
    voice_source: random.pickWeighted(['MIC', 'BT', 'HEADSET'] as const, (source) => (source === 'MIC' ? 5 : 2)),
    signal_strength: -random.between(62, 112),
    is_intermittent: random.chance(0.04),
    second_parties: secondParties(payload),
  }
}

const secondParties = ({ contacts }: PlannedPayload) =>
  contacts.map(({ number, name }) => ({ phone_number: number, name }))

const pauses = ({ at, content }: PlannedPayload, random: SeededRandom) => {
  if (!random.chance(0.4)) return []
  const start = at + (content?.media.duration_ms ?? 0) / 3
  const end = start + random.between(5, 20) * secondMs
  return [{ start: new Date(start).toISOString(), end: new Date(end).toISOString() }]
}

const message = ({ type, contacts, message: planned }: PlannedPayload, random: SeededRandom): PayloadMeta => {
  if (!planned) throw new Error('a message without its conversation')
  const { direction, thread_id, length } = planned
  const role = direction === 'O' ? 'to' : 'from'
  return {
    message_id: random.hex(32).toUpperCase(),
    direction,
    thread_id,
    length,
    imsi: type === 'RCS' ? null : `00101${random.between(1e9, 9.99e9)}`,
    message_parties: contacts.map(({ number, name }, index) => ({
      phone_number: number,
      name,
      role: index === 0 ? role : 'cc',
    })),
  }
}
