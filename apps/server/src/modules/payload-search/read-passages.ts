import type { RequestContext } from '../../core/calls/index.ts'
import { finish } from '../../platform/database/index.ts'
import { openCommentsStatement, textsByReference } from '../comments/index.ts'
import {
  type Damage,
  type ExaminedContent,
  openMessages,
  payloadsWithContentStatement,
  recordDamage,
} from '../payloads/index.ts'
import type { Passage } from './text-matches.ts'
import type { Hit } from './walk-hits.ts'

/** What the caller may read of a hit. */
export interface ReadHit {
  passages: readonly Passage[]
  /** Whether the content of the message is among them. */
  isOpened: boolean
}

/**
 * Opens the messages among the hits, and reads the comments, as far as the caller may search them. A damaged message is recorded
 * as such.
 * @throws StorageUnavailable
 */
export const readPassages = async (
  ctx: RequestContext,
  hits: readonly Hit[],
): Promise<ReadonlyMap<string, ReadHit>> => {
  const { payloads, comments } = await readStored(ctx, hits)
  const messages = new Map<string, Passage[]>()
  for await (const { payload, texts, damage } of openMessages(ctx.platform, payloads)) {
    if (damage) await recordFoundDamage(ctx, payload, damage)
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

const readStored = (ctx: RequestContext, hits: readonly Hit[]) =>
  ctx.read(async ({ client }) => {
    const contents = payloadsWithContentStatement({ client, references: referencesIn(hits, 'message') })
    const references = referencesIn(hits, 'comment')
    const comments = references.length > 0 ? [openCommentsStatement({ client, references })] : []
    return finish([contents, ...comments], (payloads, ...written) => ({
      payloads,
      comments: textsByReference(written.flat()),
    }))
  })

const recordFoundDamage = async (ctx: RequestContext, payload: ExaminedContent, damage: Damage): Promise<void> => {
  const actor = { kind: 'system', reference: 'search', request_id: ctx.request_id } as const
  if ((await recordDamage(ctx.platform, actor, payload, damage)) !== 'recorded') return
  ctx.recordFinding('payload.damage_found', { payload_reference: payload.payload_reference, ...damage })
}

const referencesIn = (hits: readonly Hit[], source: 'message' | 'comment'): string[] =>
  hits.filter(({ scope }) => scope.sources.includes(source)).map(({ payload_reference }) => payload_reference)
