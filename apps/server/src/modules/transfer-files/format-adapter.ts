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
  /** Of the file among those of the same first message: 1, or more in further runs of a transfer. */
  number?: number
}

/** The recordings of a window that have one file for their metadata. */
export interface WindowToSend {
  recordings: Recordings
  /** The end of the window. */
  report_to: string
  /** Of the run of the transfer: 1, or more for those that send what was missing. */
  number?: number
}

/** Which files a recording, a conversation's day and a whole window have in one format. */
export interface FormatAdapter {
  /** Contents first, metadata last; none for a recording that is only in a file of its conversation or window. */
  filesOf(client: string, recording: RecordingToSend): readonly PlainFile[]
  /** Names the conversation and day whose file has a recording; null if it has files of its own. */
  conversationOf(payload: Payload): string | null
  conversation?(conversation: ConversationToSend): PlainFile
  /** One file with the metadata of the whole window. */
  index?(window: WindowToSend, deliveredPath: (recording: RecordingToSend) => string): PlainFile
}
