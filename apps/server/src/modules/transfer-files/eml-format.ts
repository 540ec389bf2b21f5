import path from 'node:path'
import type { Payload } from '@holdfast/contract'
import type { PlainFile, RecordingToSend } from './delivery-file.ts'
import { conversationFileOf, conversationOf } from './eml-conversation.ts'
import { recordingHeaders } from './eml-headers.ts'
import { domainOf, partiesOf } from './eml-parties.ts'
import { nameOf, pathOf } from './file-names.ts'
import type { FormatAdapter } from './format-adapter.ts'
import { metadataFile } from './json-format.ts'
import { addressHeader, dateHeader, lineEnd, textHeader } from './mime-headers.ts'
import { multipart, type Part, textContent } from './multipart.ts'
import { isMessage, originalFile, timeOf } from './plain-contents.ts'
import { recordingFields } from './recording-json.ts'

/** Messages as mail (RFC 5322): one for the messages of a conversation and day, and one for each other recording. */
export const emlFormat: FormatAdapter = {
  filesOf: (client, recording) => (isMessage(recording) ? [] : [recordingFile(client, recording)]),
  conversationOf,
  conversation: conversationFileOf,
}

const recordingFile = (client: string, recording: RecordingToSend): PlainFile => ({
  path: pathOf(recording.payload, 'eml'),
  kind: 'recording',
  time: timeOf(recording),
  isCompressed: false,
  open: () => multipart(headersOf(client, recording.payload), pathOf(recording.payload, 'eml'), partsOf(recording)),
})

const headersOf = (client: string, payload: Payload): string => {
  const { from, to, cc } = partiesOf(client, payload)
  return [
    dateHeader(payload.payload_time),
    addressHeader('From', [from]),
    addressHeader('To', to),
    addressHeader('Cc', cc),
    `Message-ID: <${nameOf(payload)}@${domainOf(client)}>${lineEnd}`,
    textHeader('Subject', `${payload.payload_type} ${payload.payload_time}`),
    recordingHeaders(payload),
  ].join('')
}

async function* partsOf(recording: RecordingToSend): AsyncGenerator<Part> {
  const { payload } = recording
  yield { contentType: 'text/plain', fileName: null, content: textContent(summaryOf(payload)) }
  for (const file of [originalFile(recording), metadataFile(recording)]) {
    const isContent = file.kind === 'content'
    const contentType = isContent ? (payload.media?.content_type ?? '') : 'application/json'
    yield { contentType, fileName: path.posix.basename(file.path), content: file.open() }
  }
}

/** For people who open the file: what is known of the recording, a field on each line. */
const summaryOf = (payload: Payload): string =>
  Object.entries(recordingFields(payload))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('')
