import { commonMetadata, fileOf, secondsBefore } from './recording-metadata.ts'
import { secondParties, secondParty } from './second-parties.ts'
import type { RecordingInputs, SimulatedRecording } from './simulated-recording.ts'

/** A recorded call from the media folder, usually with one other person. `full_duration` (milliseconds) includes the ringing. */
export const callRecording = async (inputs: RecordingInputs): Promise<SimulatedRecording> => {
  const { media, random, city, until } = inputs
  const file = fileOf('call', inputs)
  const duration = file.duration_s ?? 0
  const began = secondsBefore(until, duration)
  const people = random.chance(0.1) ? secondParties(city, random, 3) : [secondParty(city, random)]
  const content = await media.read(file.file)
  return {
    payload_type: 'Call',
    content,
    numbers: people.map(({ phone_number }) => phone_number),
    payload_time: began.toISOString(),
    meta: {
      ...commonMetadata(inputs, began),
      content_type: file.media_type,
      direction: random.pick(['I', 'O']),
      end_time: until.toISOString(),
      duration,
      full_duration: Math.round(duration * 1000) + random.between(2500, 14_000),
      voice_source: random.pick(['MIC', 'MIC', 'BT', 'HEADSET']),
      signal_strength: -random.between(62, 112),
      size: content.length,
      is_intermittent: random.chance(0.05),
      second_parties: people.map((person) => ({
        ...person,
        joined_at: began.toISOString(),
        left_at: until.toISOString(),
      })),
    },
  }
}

/** A call that nobody answered, or that the handset blocked. It has metadata but no content. */
export const unrecordedCall = (kind: 'AbortedCall' | 'BlockedCall', inputs: RecordingInputs): SimulatedRecording => {
  const { random, city, until } = inputs
  const ringing = random.between(3, 28)
  const began = secondsBefore(until, ringing)
  const isWithheld = kind === 'BlockedCall' && random.chance(0.4)
  const people = isWithheld ? [] : [secondParty(city, random)]
  return {
    payload_type: kind,
    content: null,
    numbers: people.map(({ phone_number }) => phone_number),
    payload_time: began.toISOString(),
    meta: {
      ...commonMetadata(inputs, began),
      direction: kind === 'BlockedCall' ? 'I' : 'O',
      end_time: until.toISOString(),
      duration: 0,
      full_duration: ringing * 1000,
      signal_strength: -random.between(62, 112),
      second_parties: people,
      ...(kind === 'BlockedCall'
        ? { reason_for_blocking: isWithheld ? 'Number withheld' : 'Not in the list of allowed numbers' }
        : {}),
    },
  }
}
