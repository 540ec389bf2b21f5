import path from 'node:path'
import type { Payload } from '@holdfast/contract'
import type { PlainFile } from './delivery-file.ts'
import { recordingHeaders } from './eml-headers.ts'
import { domainOf, type Parties, partiesOf } from './eml-parties.ts'
import { nameOf, numberedName } from './file-names.ts'
import type { ConversationToSend } from './format-adapter.ts'
import { inBlocks } from './in-blocks.ts'
import { type OpenedMessage, openMessage } from './message-content.ts'
import { addressHeader, dateHeader, lineEnd, type Mailbox, textHeader } from './mime-headers.ts'
import { multipart, type Part, textContent } from './multipart.ts'
import { isMessage } from './plain-contents.ts'
import { recordingLine } from './recording-json.ts'

/** The day of a recording in UTC. */
const dayOf = ({ payload_time }: Pick<Payload, 'payload_time'>): string =>
  new Date(payload_time).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Messages of one device, conversation and day have one file. One without a conversation stands alone. */
export const conversationOf = (payload: Payload): string | null => {
  if (!isMessage({ payload })) return null
  const { device_reference, thread_id, payload_reference } = payload
  return JSON.stringify([device_reference, dayOf(payload), thread_id ?? null, thread_id === null && payload_reference])
}

/** @param conversation whose messages are read three times: for the parties, with their content, and for their metadata */
export const conversationFileOf = (conversation: ConversationToSend): PlainFile => {
  const { first, number = 1 } = conversation
  const name = `${dayOf(first).replaceAll('-', '')}-${nameOf(first)}`
  const file = numberedName(name, 'eml', number)
  return {
    path: `conversations/${file}`,
    kind: 'conversation',
    time: new Date(first.payload_time),
    isCompressed: false,
    async *open() {
      yield* multipart(await headersOf(conversation, file), file, partsOf(conversation))
    },
  }
}

const headersOf = async ({ client, messages }: ConversationToSend, file: string): Promise<string> => {
  const parties = new Map<string, Mailbox>()
  let earliest: Payload | null = null
  for await (const { payload } of messages()) {
    earliest ??= payload
    const { from, to, cc } = partiesOf(client, payload)
    for (const party of [from, ...to, ...cc]) {
      if (!parties.get(party.address)?.name) parties.set(party.address, party)
    }
  }
  if (!earliest) throw new Error('A conversation has messages')
  // The sender of the first message comes first.
  const [from, ...to] = parties.values()
  return [
    dateHeader(earliest.payload_time),
    addressHeader('From', from ? [from] : []),
    addressHeader('To', to),
    `Message-ID: <${path.parse(file).name}@${domainOf(client)}>${lineEnd}`,
    textHeader('Subject', `Conversation ${dayOf(earliest)}`),
    textHeader('X-Holdfast-Client', client),
    textHeader('X-Holdfast-Device', earliest.device_reference),
    textHeader('X-Holdfast-Day', dayOf(earliest)),
    earliest.thread_id === null ? '' : textHeader('X-Holdfast-Thread', earliest.thread_id),
  ].join('')
}

async function* partsOf({ client, messages, onBroken }: ConversationToSend): AsyncGenerator<Part> {
  const broken = new Set<string>()
  for await (const message of messages()) {
    const { payload } = message
    const opened = await openMessage(message).catch(async (error: unknown) => {
      await onBroken(payload, error)
      broken.add(payload.payload_reference)
      return null
    })
    if (opened) yield* partsOfMessage(client, payload, opened)
  }
  const lines = async function* () {
    for await (const { payload } of messages()) {
      if (!broken.has(payload.payload_reference)) yield `${recordingLine(payload)}\n`
    }
  }
  yield { contentType: 'application/x-ndjson', fileName: 'metadata.ndjson', content: inBlocks(lines()) }
}

function* partsOfMessage(client: string, payload: Payload, message: OpenedMessage): Generator<Part> {
  const headers = recordingHeaders(payload)
  const text = transcriptOf(partiesOf(client, payload), payload, message)
  yield { contentType: 'text/plain', fileName: null, headers, content: textContent(text) }
  for (const file of message.files) {
    yield {
      contentType: file.content_type,
      fileName: path.posix.basename(file.path),
      headers: `${textHeader('X-Holdfast-Payload-Reference', payload.payload_reference)}${file.name ? textHeader('Content-Description', file.name) : ''}`,
      content: once(file.content),
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** When, who and to whom, then what it says: programs that show mail show the parts one after the other. */
const transcriptOf = ({ from, to, cc }: Parties, payload: Payload, { subject, text }: OpenedMessage): string =>
  [
    `${payload.payload_time} ${payload.payload_type}`,
    `From: ${shown([from])}`,
    ...(to.length > 0 ? [`To: ${shown(to)}`] : []),
    ...(cc.length > 0 ? [`Cc: ${shown(cc)}`] : []),
    ...(subject === '' ? [] : [`Subject: ${onOneLine(subject)}`]),
    '',
    // A single CR at its end would become one line end with what follows.
    text.replace(/\r\n|\r/g, '\n'),
    '',
    '',
  ].join('\n')

const shown = (mailboxes: readonly Mailbox[]): string =>
  mailboxes.map(({ name, address }) => `${name ? `${onOneLine(name)} ` : ''}<${address}>`).join(', ')

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
