import type { Payload } from '@holdfast/contract'
import type { PlainFile, RecordingToSend } from './delivery-file.ts'

/** Recordings that are read anew for each iteration. Their content is opened only where a file has it. */
export type Recordings = () => AsyncIterable<RecordingToSend>

/** Messages of one conversation and day, by time. */
export interface ConversationToSend {
  client: string
  /** The message that names the file. */
  first: Pick<Payload, 'payload_reference' | 'payload_time'>
  messages: Recordings
  /** Called for a message whose content cannot be opened. It is left out of the file. */
  onBroken(payload: Payload, error: unknown): Promise<void>
  /** The number of the file among those with the same first message: 1, or more in further runs of a transfer. */
  number?: number
}

/** The recordings whose metadata goes into the next index file of a window. */
export interface WindowToSend {
  recordings: Recordings
  /** The end of the window. */
  report_to: string
  /** The number of the run of the transfer: 1, or more for runs that send what was missing. */
  number?: number
}

/** The files of a recording, of a conversation's day and of a window in one format. */
export interface FormatAdapter {
  /** Contents first, metadata last; none for a recording that is only in a file of its conversation or window. */
  filesOf(client: string, recording: RecordingToSend): readonly PlainFile[]
  /** Names the conversation and day whose file has a recording; null if it has files of its own. */
  conversationOf(payload: Payload): string | null
  conversation?(conversation: ConversationToSend): PlainFile
  /** One file with the metadata of the whole window. */
  index?(window: WindowToSend, deliveredPath: (recording: RecordingToSend) => string): PlainFile
}
