/**
 * Makes the recordings of simulated handsets: files of the media folder with the metadata that a handset would add.
 * The same kind, seed and circumstances always give the same recordings.
 */
import { callRecording, unrecordedCall } from './call-recordings.ts'
import type { MediaFolder } from './media-folder.ts'
import { conversationRecordings } from './message-recordings.ts'
import { chanceOf } from './seeded-random.ts'
import { interviewRecording, visualRecording } from './sight-and-interview-recordings.ts'
import type { Circumstances, RecordingKind, SimulatedRecording } from './simulated-recording.ts'

/**
 * The recordings of one occasion, oldest first: each message of a conversation for SMS, MMS and RCS, otherwise one recording.
 *
 * @throws Error when the media folder has nothing of the kind
 */
export const recordingsOf = async (
  kind: RecordingKind,
  seed: string,
  media: MediaFolder,
  circumstances: Circumstances,
): Promise<SimulatedRecording[]> => {
  const making = { ...circumstances, media, chance: chanceOf(`${kind} ${seed}`) }
  switch (kind) {
    case 'Call':
      return [await callRecording(making)]
    case 'AbortedCall':
    case 'BlockedCall':
      return [unrecordedCall(kind, making)]
    case 'Interview':
      return [await interviewRecording(making)]
    case 'Photo':
    case 'Video':
    case 'AR':
      return [await visualRecording(kind, making)]
    case 'SMS':
    case 'MMS':
    case 'RCS':
      return conversationRecordings(kind, making)
  }
}
