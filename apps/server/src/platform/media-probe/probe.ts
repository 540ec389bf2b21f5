import { contentTypes, type PayloadType } from '@holdfast/contract'
import { activeContentProblem } from './active-content.ts'
import { type AttachmentFacts, inspectAttachment } from './attachment-check.ts'
import { byteReader } from './byte-reader.ts'
import type { MediaFacts } from './media-facts.ts'
import {
  type Attachment,
  type Message,
  type MessageTexts,
  parseMessage,
  readMessageDocument,
  textsOf,
} from './message-document.ts'
import { type PeekedContent, peekContent } from './peeked-content.ts'
import { floodProblem } from './pixel-flood.ts'
import { readMedia } from './read-media.ts'
import { sniff } from './sniffed-type.ts'

export interface ProbeResult extends MediaFacts {
  /** Whether the content is what its payload type claims, and nothing else; otherwise the payload is quarantined. */
  matches: boolean
  /** Why it does not match, in a sentence for the person who investigates. */
  problem?: string
  /** Present for a message with attachments. */
  attachments?: readonly AttachmentFacts[]
  /** What people can read of a message that could be parsed. */
  texts?: MessageTexts
}

/**
 * Inspects content once as it streams by: its type, duration and size, and whether it is what `payloadType` claims.
 * Holds at most 8 MiB of it, and always reads it to its end. Fails only with an error of `content` itself.
 */
export const probe = async (payloadType: PayloadType, content: AsyncIterable<Uint8Array>): Promise<ProbeResult> => {
  const peeked = await peekContent(content)
  const sniffed = await sniff(peeked.head)
  const read = await readAs(payloadType, sniffed, peeked)
  const { tail, bytes } = await peeked.finish()
  const problem =
    contentProblem(payloadType, read, bytes) ??
    safetyProblem(payloadType, peeked.head, tail, sniffed) ??
    read.problem ??
    floodProblem(read.facts)
  return resultOf(read, problem)
}

/**
 * Inspects a message as `probe` does, whole in memory.
 * @returns its attachments, too, for the scanner; none if it can't be parsed
 */
export const probeMessage = async (
  bytes: Uint8Array,
): Promise<{ facts: ProbeResult; attachments: readonly Attachment[] }> => {
  let attachments: readonly Attachment[] = []
  const read = async () => {
    const message = parseMessage(bytes)
    attachments = message.attachments
    return readMessage(message)
  }
  const reading = await read().catch((error: unknown) => damaged(error, unreadableMessage))
  return { facts: resultOf(reading, reading.problem), attachments }
}

const resultOf = ({ facts, attachments, texts }: Reading, problem: string | undefined): ProbeResult => ({
  ...facts,
  matches: problem === undefined,
  ...(problem === undefined ? {} : { problem }),
  ...(attachments?.length ? { attachments } : {}),
  ...(texts ? { texts } : {}),
})

interface Reading {
  facts: MediaFacts
  texts?: MessageTexts
  attachments?: readonly AttachmentFacts[]
  problem?: string
}

const readAs = async (payloadType: PayloadType, sniffed: string, peeked: PeekedContent): Promise<Reading> => {
  const isMessage = expectedContent(payloadType) === 'message'
  try {
    if (isMessage) return await readMessage(await readMessageDocument(byteReader(peeked.iterator)))
    return { facts: await readMedia(peeked.head, sniffed, peeked.iterator, kindOf(payloadType)) }
  } catch (error) {
    if (peeked.sourceError() !== undefined) throw peeked.sourceError()
    return isMessage ? damaged(error, unreadableMessage) : { facts: { media_type: sniffed } }
  }
}

const kindOf = (payloadType: PayloadType): 'audio' | 'video' =>
  payloadType === 'Video' || payloadType === 'AR' ? 'video' : 'audio'

const unreadableMessage = 'application/octet-stream'

/** A message that can't be read must not stop the job. */
const damaged = (error: unknown, media_type: string): Reading => {
  const why = error instanceof Error ? error.message : 'it does not parse'
  return { facts: { media_type }, problem: `It is damaged: ${why}` }
}

const readMessage = async (message: Message): Promise<Reading> => {
  const facts = { media_type: 'application/json' }
  const attachments: AttachmentFacts[] = []
  for (const [index, attachment] of message.attachments.entries()) {
    const inspected = await inspectAttachment(attachment)
    if (inspected.problem !== undefined) return { facts, problem: `Attachment ${index + 1}: ${inspected.problem}` }
    attachments.push(inspected.facts)
  }
  return { facts, attachments, texts: textsOf(message) }
}

const contentProblem = (payloadType: PayloadType, { facts }: Reading, bytes: number): string | undefined => {
  const { media_type: mediaType } = facts
  const expected = expectedContent(payloadType)
  if (expected === 'nothing') return bytes === 0 ? undefined : `A ${payloadType} has no content`
  if (typeof expected === 'string' || expected.media.includes(mediaType)) return undefined
  return bytes === 0 ? 'It is empty' : `${mediaType} is not what a ${payloadType} holds`
}

/** A message is JSON, whatever its text contains; its attachments are inspected one by one. */
const safetyProblem = (payloadType: PayloadType, head: Buffer, tail: Buffer, sniffed: string): string | undefined =>
  expectedContent(payloadType) === 'message' ? undefined : activeContentProblem(head, tail, sniffed)

/** What a payload's content may be: media of certain types, a message, anything harmless, or nothing at all. */
type Expected = { media: readonly string[] } | 'message' | 'anything' | 'nothing'

const expectedContent = (payloadType: PayloadType): Expected => {
  const types: readonly string[] | null = contentTypes[payloadType]
  if (types === null) return 'anything'
  if (types.length === 0) return 'nothing'
  return types.includes('application/json') ? 'message' : { media: types }
}
