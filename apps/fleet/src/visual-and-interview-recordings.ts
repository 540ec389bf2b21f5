import type { MediaFile } from './media-folder.ts'
import { commonMetadata, fileOf, secondsBefore } from './recording-metadata.ts'
import type { RecordingInputs, SimulatedRecording } from './simulated-recording.ts'

const fileKinds = { Photo: 'photo', Video: 'video', AR: 'ar' } as const satisfies Record<string, MediaFile['kind']>

/** A photograph with EXIF data, a video, or (AR) a video with labels drawn into it. */
export const visualRecording = async (
  kind: keyof typeof fileKinds,
  inputs: RecordingInputs,
): Promise<SimulatedRecording> => {
  const { media, city, until } = inputs
  const file = fileOf(fileKinds[kind], inputs, ({ file }) => file.includes(city.photographs))
  const began = secondsBefore(until, file.duration_s ?? 0)
  const content = await media.read(file.file)
  return {
    payload_type: kind,
    content,
    numbers: [],
    payload_time: began.toISOString(),
    meta: {
      ...commonMetadata(inputs, began),
      content_type: file.media_type,
      size: content.length,
      ...(file.duration_s === undefined ? {} : { duration: file.duration_s }),
    },
  }
}

const notes = [
  'Suitability interview, first part. Client confirmed identity.',
  'Follow-up on the complaint of last week.',
  'Annual review; papers handed over at the end.',
] as const

/** An interview with pauses. `duration` is the recorded time in seconds, without the pauses. */
export const interviewRecording = async (inputs: RecordingInputs): Promise<SimulatedRecording> => {
  const { media, random, until } = inputs
  const file = fileOf('interview', inputs)
  const duration = file.duration_s ?? 0
  const pausesSeconds = Array.from({ length: random.between(0, 3) }, () => random.between(8, 90))
  const began = secondsBefore(until, duration + pausesSeconds.reduce((sum, seconds) => sum + seconds, 0))
  const content = await media.read(file.file)
  return {
    payload_type: 'Interview',
    content,
    numbers: [],
    payload_time: began.toISOString(),
    meta: {
      ...commonMetadata(inputs, began),
      content_type: file.media_type,
      duration,
      notes: random.pick(notes),
      pause_times: pauseTimes(began, duration, pausesSeconds),
      size: content.length,
    },
  }
}

/** The pauses divide the recorded time into equal pieces. */
const pauseTimes = (began: Date, duration: number, pausesSeconds: readonly number[]) => {
  const piece = duration / (pausesSeconds.length + 1)
  let paused = 0
  return pausesSeconds.map((seconds, at) => {
    const start = secondsBefore(began, -(piece * (at + 1) + paused))
    paused += seconds
    return { start: start.toISOString(), end: secondsBefore(start, -seconds).toISOString() }
  })
}
