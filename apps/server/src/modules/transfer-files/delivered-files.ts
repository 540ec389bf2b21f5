import type { Payload } from '@holdfast/contract'
import { csvFormat } from './csv-format.ts'
import type { DeliveryFile, DeliveryFormat, RecordingToSend } from './delivery-file.ts'
import { emlFormat } from './eml-format.ts'
import { pathOf } from './file-names.ts'
import type { ConversationToSend, FormatAdapter, WindowToSend } from './format-adapter.ts'
import { jsonFormat } from './json-format.ts'
import { reportFormat } from './report-format.ts'
import { wrapAlone, wrapTogether } from './wrapping.ts'

const adapterOf = ({ transfer_type, metadata_format }: DeliveryFormat): FormatAdapter => {
  if (transfer_type === 'Vantage') return reportFormat
  return { JSON: jsonFormat, CSV: csvFormat, EML: emlFormat }[metadata_format]
}

/**
 * The files of one recording, in the order in which they are sent. Nothing is opened before a file is. None for a recording that is
 * only in the file of its conversation, or of the window.
 */
export const filesOfRecording = (format: DeliveryFormat, recording: RecordingToSend): readonly DeliveryFile[] =>
  wrapTogether(format, adapterOf(format).filesOf(format.client, recording), pathOf(recording.payload, 'zip'))

/** Names the conversation and day whose file has a recording; null if it has files of its own. */
export const conversationOf = (format: DeliveryFormat, payload: Payload): string | null =>
  adapterOf(format).conversationOf(payload)

/** The file of the messages for which `conversationOf` gives the same name. */
export const conversationFile = (
  format: DeliveryFormat,
  conversation: Omit<ConversationToSend, 'client'>,
): DeliveryFile => {
  const plain = adapterOf(format).conversation?.({ client: format.client, ...conversation })
  if (!plain) throw new Error('This format has no files of conversations')
  return wrapAlone(format, plain)
}

/** The one file with the metadata of a whole window, if the format has one. */
export const indexFile = (format: DeliveryFormat, window: WindowToSend): DeliveryFile | null => {
  const plain = adapterOf(format).index?.(window, (recording) => filesOfRecording(format, recording)[0]?.path ?? '')
  return plain ? wrapAlone(format, plain) : null
}
