import type { ConversationMessage, MessageSnippet } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { newId } from '../../platform/identifiers.ts'

/** One act of opening a conversation. Its later pages belong to it for an hour. */
export interface Opening {
  opening: string
  /** Milliseconds since 1970. */
  opened_at: number
}

const openingMs = 60 * 60_000

/** The opening to which a page belongs; a new one if there was none, or if it is too long ago. */
export const openingOf = (former: Opening | null): Opening & { isNew: boolean } => {
  const now = Date.now()
  if (former && now - former.opened_at < openingMs) return { ...former, isNew: false }
  return { opening: newId(new Date(now)), opened_at: now, isNew: true }
}

/**
 * Records a page of a conversation before it is returned: one entry on the trail that names the opening and the messages that
 * were shown with their texts, and an event in the chain of custody of each of them.
 */
export const recordTexts = async (
  ctx: RequestContext,
  { opening, isNew, reason }: ReturnType<typeof openingOf> & { reason: string | undefined },
  thread: { device_reference: string; thread_id: string },
  messages: readonly ConversationMessage[],
): Promise<void> => {
  const shown = messages.filter(({ status }) => status === 'Ok').map(({ payload_reference }) => payload_reference)
  const details = { opening, ...(reason !== undefined && { reason }) }
  await ctx.transaction(async (tx) => {
    tx.audit(isNew ? 'conversation.opened' : 'conversation.continued', { ...details, ...thread, messages: shown })
    await tx.custody(
      ctx.actor,
      shown.map((payload_reference) => ({
        payload_reference,
        event: 'payload.read_in_conversation',
        details,
      })),
    )
  })
}

/** Records the messages whose beginnings are shown in a list, or are in a file of it, if there are any. */
export const recordSnippets = async (
  ctx: RequestContext,
  snippets: readonly MessageSnippet[],
  reason: string | undefined,
): Promise<void> => {
  const messages = snippets.flatMap(({ payload_reference, snippet }) => (snippet === null ? [] : [payload_reference]))
  if (messages.length === 0) return
  const details = reason === undefined ? {} : { reason }
  const event = ctx.isExport ? 'payload.snippet_exported' : 'payload.snippet_shown'
  await ctx.transaction(async (tx) => {
    tx.audit(ctx.isExport ? 'conversation.snippets_exported' : 'conversation.snippets_shown', { ...details, messages })
    await tx.custody(
      ctx.actor,
      messages.map((payload_reference) => ({ payload_reference, event, details })),
    )
  })
}
