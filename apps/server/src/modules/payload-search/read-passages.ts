import type { RequestContext } from '../../core/calls/index.ts'
import { openCommentsOf } from '../comments/index.ts'
import { openMessages } from '../payloads/index.ts'
import type { Passage } from './text-matches.ts'
import type { Hit } from './walk-hits.ts'

/** What the caller may read of a hit. */
export interface ReadHit {
  passages: readonly Passage[]
  /** Whether the content of the message is among them. */
  isOpened: boolean
}

/** Opens the messages among the hits, and reads the comments, as far as the caller may search them. */
export const readPassages = async (
  ctx: RequestContext,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, ReadHit>> => {
  const comments = await ctx.read((tx) => openCommentsOf(tx, referencesIn(hits, 'comment')))
  const messages = new Map<string, Passage[]>()
  for await (const { payload, texts } of openMessages(ctx.platform, ctx.client, referencesIn(hits, 'message'))) {
    if (!texts) continue
    messages.set(payload.payload_reference, [
      { place: 'text', text: texts.text },
      { place: 'subject', text: texts.subject },
      ...texts.attachmentNames.map((text): Passage => ({ place: 'attachment', text })),
    ])
  }
  return new Map(
    hits.map(({ payload_reference }) => {
      const opened = messages.get(payload_reference)
      const written = comments.get(payload_reference) ?? []
      const passages = [...(opened ?? []), ...written.map((text): Passage => ({ place: 'comment', text }))]
      return [payload_reference, { passages, isOpened: opened !== undefined }]
    }),
  )
}

const referencesIn = (hits: readonly Hit[], source: 'message' | 'comment'): string[] =>
  hits.filter(({ scope }) => scope.sources.includes(source)).map(({ payload_reference }) => payload_reference)
