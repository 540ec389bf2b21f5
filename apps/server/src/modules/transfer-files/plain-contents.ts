import { messageTypes } from '@holdfast/contract'
import type { PlainFile, RecordingToSend } from './delivery-file.ts'
import { attachmentPath, contentPath } from './file-names.ts'
import { attachmentType, openMessage } from './message-content.ts'

export const isMessage = ({ payload }: Pick<RecordingToSend, 'payload'>): boolean =>
  messageTypes.some((type) => type === payload.payload_type)

const isMedia = (contentType: string): boolean => /^(?:audio|image|video)\/(?!.*wav)/.test(contentType)

export const timeOf = ({ payload }: Pick<RecordingToSend, 'payload'>): Date => new Date(payload.payload_time)

const unknownType = 'application/octet-stream'

/** The content of a recording, byte for byte. */
export const originalFile = (recording: RecordingToSend): PlainFile => {
  const { payload, content } = recording
  const { content_type: found = unknownType, size } = payload.media ?? {}
  // The metadata has that name.
  const type = found === 'application/json' ? unknownType : found
  return {
    path: contentPath(payload, isMessage(recording) ? 'application/json' : type),
    kind: 'content',
    time: timeOf(recording),
    isCompressed: isMedia(type),
    open: content,
    ...(size !== undefined && { size }),
  }
}

/** The files that a message brings along, each by itself. */
export const attachmentFiles = (recording: RecordingToSend): PlainFile[] =>
  (recording.payload.media?.attachments ?? []).map(({ size }, place) => {
    const type = attachmentType(recording.payload, place)
    return {
      path: attachmentPath(recording.payload, place, type),
      kind: 'content',
      time: timeOf(recording),
      isCompressed: isMedia(type),
      size,
      async *open() {
        const file = (await openMessage(recording)).files[place]
        if (!file) throw new Error('The message has fewer files than were found in it')
        yield file.content
      },
    }
  })
