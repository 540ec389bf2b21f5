import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { PayloadMedia, PayloadType } from '@holdfast/contract'
import { inProject, probe, toPayloadMedia } from '@holdfast/server'

/** Content of a recording, with its media properties. */
export interface Recorded {
  bytes: Buffer
  media: PayloadMedia
  /** ISO 639 code of the spoken language; `null` if nobody speaks. */
  language: string | null
}

export interface Conversation {
  kind: 'SMS' | 'MMS' | 'RCS'
  language: 'en' | 'pt'
  messages: readonly ConversationMessage[]
}

export interface ConversationMessage {
  direction: 'I' | 'O' | 'CC'
  /** Seconds since the conversation began. */
  offset_s: number
  /** The content of the message's payload: JSON `{ text, attachments }`. */
  document: Buffer
  text: string
}

/** The sample content for recordings, read once and held in memory (about 8 MB). */
export interface SampleMedia {
  recordings: ReadonlyMap<PayloadType, readonly Recorded[]>
  conversations: readonly Conversation[]
}

const folder = inProject('media')

const typeOfKind: Readonly<Record<string, PayloadType>> = {
  call: 'Call',
  interview: 'Interview',
  photo: 'Photo',
  video: 'Video',
  ar: 'AR',
}

interface CatalogueEntry {
  file: string
  kind: string
  media_type: string
  /** Of sound and video. */
  duration_s?: number
  language?: string
}

interface ConversationEntry {
  kind: Conversation['kind']
  messages: { direction: 'I' | 'O' | 'CC'; offset_s: number; text: string; attachments: string[] }[]
}

const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as T

/** Reads the catalogue, the conversations and all their files from `media/`. */
export const loadSampleMedia = async (): Promise<SampleMedia> => {
  const catalogue = await readJson<CatalogueEntry[]>('catalogue.json')
  const entries = await readJson<ConversationEntry[]>('conversations.json')
  const recordings = new Map<PayloadType, Recorded[]>()
  for (const { file, kind, duration_s, language = null } of catalogue) {
    const type = typeOfKind[kind]
    if (!type) continue
    const bytes = await readFile(path.join(folder, file))
    // What only decoding tells is in the catalogue, so that a demonstration is there at once.
    const duration_ms = duration_s === undefined ? null : Math.round(duration_s * 1000)
    const media = { ...(await mediaOf(type, bytes)), duration_ms }
    recordings.set(type, [...(recordings.get(type) ?? []), { bytes, media, language }])
  }
  const mediaTypes = new Map(catalogue.map(({ file, media_type }) => [file, media_type]))
  const conversations = await Promise.all(entries.map((entry) => conversationOf(entry, mediaTypes)))
  return { recordings, conversations }
}

/** The media properties that processing finds for this content without decoding it. */
export const mediaOf = async (type: PayloadType, bytes: Buffer): Promise<PayloadMedia> =>
  toPayloadMedia(bytes.length, await probe(type, Readable.from([bytes])))

const conversationOf = async (
  { kind, messages }: ConversationEntry,
  mediaTypes: ReadonlyMap<string, string>,
): Promise<Conversation> => {
  const attached = async (file: string) => ({
    name: path.basename(file),
    media_type: mediaTypes.get(file) ?? 'application/octet-stream',
    content: (await readFile(path.join(folder, file))).toString('base64'),
  })
  return {
    kind,
    // conversations.json has no language field; accented letters indicate Portuguese.
    language: messages.some(({ text }) => /[ãçõ]/.test(text)) ? 'pt' : 'en',
    messages: await Promise.all(
      messages.map(async ({ direction, offset_s, text, attachments }) => ({
        direction,
        offset_s,
        text,
        document: messageDocument(text, await Promise.all(attachments.map(attached))),
      })),
    ),
  }
}

export const messageDocument = (
  text: string,
  attachments: readonly { name: string; media_type: string; content: string }[] = [],
): Buffer => Buffer.from(JSON.stringify({ text, attachments }))
