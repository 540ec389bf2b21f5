import type { PlainFile, RecordingToSend } from './delivery-file.ts'
import { pathOf } from './file-names.ts'
import type { FormatAdapter } from './format-adapter.ts'
import { openMessage } from './message-content.ts'
import { attachmentFiles, isMessage, originalFile, timeOf } from './plain-contents.ts'
import { jsonDocument, recordingFields } from './recording-json.ts'

/** A JSON file for each recording beside its content. Messages stand in it; their files are files of their own. */
export const jsonFormat: FormatAdapter = {
  filesOf: (_, recording) =>
    isMessage(recording)
      ? [...attachmentFiles(recording), messageFile(recording)]
      : [originalFile(recording), metadataFile(recording)],
  conversationOf: () => null,
}

export const metadataFile = (recording: RecordingToSend): PlainFile => ({
  path: pathOf(recording.payload, 'json'),
  kind: 'metadata',
  time: timeOf(recording),
  isCompressed: false,
  async *open() {
    yield jsonDocument(recordingFields(recording.payload))
  },
})

const messageFile = (recording: RecordingToSend): PlainFile => ({
  ...metadataFile(recording),
  kind: 'recording',
  async *open() {
    const { fields } = await openMessage(recording)
    yield jsonDocument({ ...recordingFields(recording.payload), message: fields })
  },
})
