import {
  type CallInput,
  type calls,
  foldedText,
  hasMention,
  limits,
  type PersonName,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { type ActivePerson, activePeople, peopleWhoMay, rightsOf } from '../portal-users/index.ts'
import { commentedPayload } from './comment-record.ts'
import { typedMentions } from './typed-mentions.ts'

type Recording = Pick<PayloadRow, 'payload_reference' | 'payload_type' | 'group'>

/** `GET /payloads/{payload_reference}/mentionable`: by any part of a name or reference, ordered by name. */
export const listMentionable = async (
  ctx: RequestContext,
  { params: { payload_reference }, query: { text = '' } }: CallInput<typeof calls.listMentionable>,
): Promise<{ items: PersonName[] }> => {
  const required = { payload_reference, action: 'comments:write', groups: await ctx.groups() } as const
  const wanted = foldedText(text)
  const people = await ctx.read(async (tx) => readersOf(ctx, tx, await commentedPayload(ctx, tx, required)))
  const items = people
    .filter(({ user_reference, name }) => foldedText(`${name ?? ''} ${user_reference}`).includes(wanted))
    .map(({ user_reference, name }) => ({ user_reference, name: name || null }))
    .sort((a, b) => (a.name ?? a.user_reference).localeCompare(b.name ?? b.user_reference))
  return { items: items.slice(0, limits.maxFoundOfKind) }
}

/** The active people who may read a recording and its comments. */
const readersOf = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { group: reference, payload_type }: Recording,
): Promise<ActivePerson[]> => {
  const group = (await ctx.groups()).get(reference)
  if (!group) return []
  const about = { group, payload_type }
  return peopleWhoMay(tx, [
    { action: 'payloads:read', ...about },
    { action: 'comments:read', ...about },
  ])
}

/**
 * The people whom a comment mentions: those of `mentions` whose reference the text has after an `@`, and those who may read the recording
 * and whose reference was typed. Beyond the limit, the last ones are left out.
 * @throws ProductError `comment.cannot_mention` for somebody who may not read the recording, and alike for somebody unknown
 */
export const mentionedIn = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  recording: Recording,
  { message, mentions = [] }: { message: string; mentions?: readonly string[] },
): Promise<string[]> => {
  if (!message.includes('@')) return []
  const chosen = mentions.filter((person) => hasMention(message, person))
  const readers = new Set((await readersOf(ctx, tx, recording)).map(({ user_reference }) => user_reference))
  const stranger = chosen.find((person) => !readers.has(person))
  if (stranger !== undefined) throw new ProductError('comment.cannot_mention', { person: stranger })
  const typed = typedMentions(message, (person) => readers.has(person))
  return [...new Set([...chosen, ...typed])].slice(0, limits.maxMentions)
}

/**
 * Whom the same comment on several recordings mentions on each of them: of the people whose references it has, those who may read the recording.
 * Nobody is refused, because each recording has other readers.
 */
export const mentionedOnEach = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { message, mentions = [] }: { message: string; mentions?: readonly string[] },
): Promise<(recording: Recording) => string[]> => {
  if (!message.includes('@')) return () => []
  const active = new Set((await activePeople(tx)).map(({ user_reference }) => user_reference))
  const chosen = mentions.filter((person) => active.has(person) && hasMention(message, person))
  const typed = typedMentions(message, (person) => active.has(person))
  const people = [...new Set([...chosen, ...typed])].slice(0, limits.maxMentions)
  const may = await rightsOf(tx, people, ['payloads:read', 'comments:read'])
  const groups = await ctx.groups()
  return ({ group: reference, payload_type }) => {
    const group = groups.get(reference)
    return group ? people.filter((person) => may(person, { group, payload_type })) : []
  }
}

/** Notifies people of a comment that mentions them. */
export const notifyMentioned = (
  tx: TenantTransaction,
  { payload_reference }: Pick<Recording, 'payload_reference'>,
  { people, author }: { people: readonly string[]; author: string },
): Promise<void> =>
  notifyPeople(
    tx,
    people.map((recipient) => ({ recipient, kind: 'mentioned', caused_by: author, payload_reference })),
  )

/** Notifies each of these people once of a comment that mentions them on several recordings. */
export const notifyMentionedOnEach = (
  tx: TenantTransaction,
  mentioned: readonly { payload_reference: string; mentions: readonly string[] }[],
  author: string,
): Promise<void> => {
  const all = mentioned.flatMap(({ payload_reference, mentions }) =>
    mentions.map((recipient) => ({ recipient, payload_reference })),
  )
  const byPerson = Map.groupBy(all, ({ recipient }) => recipient)
  return notifyPeople(
    tx,
    [...byPerson].map(([recipient, on]) => ({
      recipient,
      kind: 'mentioned',
      caused_by: author,
      ...(on.length === 1 ? { payload_reference: on[0]?.payload_reference } : { items: on.length }),
    })),
  )
}
