/**
 * Makes the recordings of simulated handsets: files of the media folder with the metadata that a handset would add.
 * The same kind, seed and circumstances always give the same recordings.
 */
import { callRecording, unrecordedCall } from './call-recordings.ts'
import type { MediaFolder } from './media-folder.ts'
import { conversationRecordings } from './message-recordings.ts'
import { seededRandom } from './seeded-random.ts'
import type { Circumstances, RecordingKind, SimulatedRecording } from './simulated-recording.ts'
import { interviewRecording, visualRecording } from './visual-and-interview-recordings.ts'

/**
 * The recordings of one event, oldest first: each message of a conversation for SMS, MMS and RCS, otherwise one recording.
 *
 * @throws Error when the media folder has nothing of the kind
 */
export const recordingsOf = async (
  kind: RecordingKind,
  seed: string,
  media: MediaFolder,
  circumstances: Circumstances,
): Promise<SimulatedRecording[]> => {
  const inputs = { ...circumstances, media, random: seededRandom(`${kind} ${seed}`) }
  switch (kind) {
    case 'Call':
      return [await callRecording(inputs)]
    case 'AbortedCall':
    case 'BlockedCall':
      return [unrecordedCall(kind, inputs)]
    case 'Interview':
      return [await interviewRecording(inputs)]
    case 'Photo':
    case 'Video':
    case 'AR':
      return [await visualRecording(kind, inputs)]
    case 'SMS':
    case 'MMS':
    case 'RCS':
      return conversationRecordings(kind, inputs)
  }
}
