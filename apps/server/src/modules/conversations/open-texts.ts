import { buffer } from 'node:stream/consumers'
import { type ConversationMessage, limits, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { parseMessage } from '../../platform/media-probe/index.ts'
import { bytesInMemory } from '../../platform/objects/index.ts'
import { contentsInTable, type SealedBytes, sealedContent, sealedRecording } from '../payloads/index.ts'
import { dataStatus, withDamageRecorded } from '../playback/index.ts'

/** Messages that are opened at the same time. */
const concurrency = 8

/** What a message says, or why that is not returned. */
export type OpenedText = Pick<ConversationMessage, 'status' | 'subject' | 'text' | 'is_text_cut'>

const noText = { subject: null, text: null, is_text_cut: false } as const

/** Whether the caller may read each of the messages, in their order, without opening any. */
export const statusesOf = async (ctx: RequestContext, messages: readonly PayloadRow[]): Promise<OpenedText[]> => {
  const groups = await ctx.groups()
  return messages.map((message) => {
    const group = groups.get(message.group)
    return { ...noText, status: group ? dataStatus(ctx.access, message, group, 'play') : 'NoMatchingRecord' }
  })
}

/**
 * Opens the texts of messages that the caller may play, in their order. A message that is damaged is recorded as such, and the
 * others are returned.
 */
export const openTexts = async (ctx: RequestContext, messages: readonly PayloadRow[]): Promise<OpenedText[]> => {
  const texts = await statusesOf(ctx, messages)
  const playable = messages.flatMap((message, index) => (texts[index]?.status === 'Ok' ? [{ message, index }] : []))
  const sealed = await contentsInTable(
    ctx.platform,
    ctx.client,
    playable.flatMap(({ message }) => (message.is_content_in_table ? [message.payload_reference] : [])),
  )
  const waiting = playable.values()
  const lane = async () => {
    for (const { message, index } of waiting)
      texts[index] = await openText(ctx, message, sealed.get(message.payload_reference))
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return texts
}

const openText = async (ctx: RequestContext, message: PayloadRow, sealed: Buffer | undefined): Promise<OpenedText> => {
  try {
    return await withDamageRecorded(ctx, message, async () => {
      const recording = sealedRecording(ctx.platform, message)
      const content = sealedContent(ctx.platform, message, sealed ? { ...recording, read: from(sealed) } : recording)
      const { subject, text } = parseMessage(await buffer(await content.stream({ start: 0, end: content.size })))
      return { status: 'Ok', subject: subject === '' ? null : cut(subject), text: cut(text), is_text_cut: isLong(text) }
    })
  } catch (error) {
    if (error instanceof ProductError && error.code === 'playback.damaged') return { ...noText, status: 'Damaged' }
    // It was changed while it was read.
    if (error instanceof ProductError && error.code === 'playback.expired') return { ...noText, status: 'NoS3Url' }
    throw error
  }
}

const from =
  (sealed: Buffer): SealedBytes['read'] =>
  async (ranges) =>
    bytesInMemory('a message', sealed, ranges)

const isLong = (text: string): boolean => text.length > limits.maxShownTextCharacters

/** Without half of a surrogate pair at its end. */
const cut = (text: string): string =>
  isLong(text) ? text.slice(0, limits.maxShownTextCharacters).toWellFormed() : text
