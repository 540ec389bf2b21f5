import {
  type CallInput,
  type calls,
  type MatterPayloadOutcome,
  type MatterPayloadOutcomes,
  matterPayloadsOfRequest,
  maxAccountFeeds,
  maxMatterFeeds,
  ProductError,
} from '@holdfast/contract'
import { filterDetails } from '../../core/activities/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import {
  addToMatter,
  assertMay,
  type FeedRow,
  feedDetails,
  isOwnPerson,
  type MatterRow,
  matters,
  mayAdd,
  notifyOfMatter,
  removeFromMatter,
  runningFeeds,
  startFeed,
  stopFeeds,
  toFeed,
} from '../legal-holds/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { foundByFilter } from './found-by-filter.ts'
import { keepUpToDateJob } from './keep-up-to-date-job.ts'

type Input = CallInput<typeof calls.putMatterPayloads>

/**
 * `POST /matters/{matter_reference}/payloads`. Recordings that the caller may not read are answered like unknown ones.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `matter.closed`, `matter.too_many_feeds`, `list.bad_last_key`
 */
export const putMatterPayloads = async (
  ctx: RequestContext,
  { params: { matter_reference }, body }: Input,
): Promise<MatterPayloadOutcomes> => {
  const { payload_references = [], filter, last_key, is_kept_up_to_date } = body
  assertMay(ctx, await ctx.read((tx) => matters.find(tx, matter_reference)), mayAdd)
  // A job puts in what a filter finds, from the beginning, if it is kept up to date.
  const found =
    filter && !is_kept_up_to_date
      ? await foundByFilter(ctx, filter, { from: last_key, most: matterPayloadsOfRequest })
      : { references: [], last_key: null }
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const matter = await lockOpenMatter(ctx, tx, matter_reference)
    const items = await add(ctx, tx, { matter, groups, references: payload_references })
    items.push(...(await add(ctx, tx, { matter, groups, references: found.references, filter })))
    const feed = filter && is_kept_up_to_date ? await start(ctx, tx, matter, filter) : null
    const code = items.find((outcome) => outcome.code !== undefined)?.code
    if (code) ctx.recordRefusal({ reason: code, isDenial: false })
    const isUnchanged = feed === null && items.every(({ result }) => result !== 'added')
    if (isUnchanged) tx.audit('record.unchanged', { matter_reference })
    else await notifyOfMatter(tx, matter)
    return { items, last_key: found.last_key, feeds: feed ? [toFeed(feed)] : [] }
  })
}

const lockOpenMatter = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  matter_reference: string,
): Promise<MatterRow> => {
  const matter = assertMay(ctx, await matters.lock(tx, matter_reference), mayAdd)
  if (matter.is_closed) throw new ProductError('matter.closed')
  return matter
}

type Groups = Awaited<ReturnType<RequestContext['groups']>>

interface Chosen {
  matter: MatterRow
  references: readonly string[]
  groups: Groups
  /** The filter that found them. */
  filter?: Input['body']['filter']
}

const findReadable = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  groups: Groups,
  references: readonly string[],
) =>
  (await findPayloads(tx, references)).filter(({ group: reference, payload_type }) => {
    const group = groups.get(reference)
    return group !== undefined && ctx.access.can('payloads:read', { group, payload_type })
  })

const add = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { matter: { matter_reference }, references, groups, filter }: Chosen,
): Promise<MatterPayloadOutcome[]> => {
  const wanted = [...new Set(references)]
  const readable = await findReadable(ctx, tx, groups, wanted)
  const added = await addToMatter(tx, { matter_reference, added_by: ctx.actor.reference }, readable)
  if (added.length > 0) tx.audit('matter.payloads_added', payloadDetails(matter_reference, added, filter))
  const known = new Set(readable.map(({ payload_reference }) => payload_reference))
  const isAdded = new Set(added)
  return wanted.map((payload_reference) => {
    if (!known.has(payload_reference)) return { payload_reference, result: 'refused', code: 'payload.not_found' }
    return { payload_reference, result: isAdded.has(payload_reference) ? 'added' : 'unchanged' }
  })
}

/**
 * The details that the trail keeps: the recordings, of which one request or batch has a bounded number.
 * @param filter that found the recordings, which people did not choose one by one
 */
export const payloadDetails = (matter_reference: string, payload_references: readonly string[], filter?: object) => ({
  matter_reference,
  ...filterDetails(filter),
  payload_references,
  total: payload_references.length,
})

/** Lists have the filters of each matter. */
const mostCharacters = 16_384

/** Only people have rights that can be looked at later: neither client apps nor staff on a visit start a filter. */
const start = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { matter_reference }: MatterRow,
  filter: NonNullable<Input['body']['filter']>,
): Promise<FeedRow> => {
  if (!isOwnPerson(ctx)) throw new ProductError('auth.forbidden')
  if (JSON.stringify(filter).length > mostCharacters) {
    throw new ProductError('request.malformed', { reason: `the filter has more than ${mostCharacters} characters` })
  }
  const running = await runningFeeds(tx)
  const own = running.filter((feed) => feed.matter_reference === matter_reference)
  if (own.length >= maxMatterFeeds || running.length >= maxAccountFeeds) throw new ProductError('matter.too_many_feeds')
  const feed = await startFeed(tx, { matter_reference, filter, created_by: ctx.actor.reference })
  tx.audit('matter.feed_started', feedDetails(feed))
  await tx.enqueue(keepUpToDateJob, { client: tx.client })
  return feed
}

/**
 * `DELETE /matters/{matter_reference}/payloads`. Recordings that are not in the matter, or that the caller may not read,
 * stay as they are and are answered as unchanged.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `matter.closed`
 */
export const removeMatterPayloads = async (
  ctx: RequestContext,
  { params: { matter_reference }, body }: CallInput<typeof calls.removeMatterPayloads>,
): Promise<MatterPayloadOutcomes> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const matter = await lockOpenMatter(ctx, tx, matter_reference)
    const { payload_references = [], feeds = [] } = body
    const by = ctx.actor.reference
    const readable = (await findReadable(ctx, tx, groups, payload_references)).map((row) => row.payload_reference)
    const removed = await removeFromMatter(tx, { matter_reference, removed_by: by }, readable)
    if (removed.length > 0) tx.audit('matter.payloads_removed', payloadDetails(matter_reference, removed))
    const stopped = await stopFeeds(tx, { matter_reference, feeds, ending: 'stopped', stopped_by: by })
    for (const feed of stopped) tx.audit('matter.feed_stopped', { ...feedDetails(feed), ending: 'stopped' })
    if (removed.length + stopped.length === 0) tx.audit('record.unchanged', { matter_reference })
    else await notifyOfMatter(tx, matter)
    const isRemoved = new Set(removed)
    const items = payload_references.map((payload_reference): MatterPayloadOutcome => {
      const result = isRemoved.has(payload_reference) ? 'removed' : 'unchanged'
      return { payload_reference, result }
    })
    return { items, last_key: null, feeds: stopped.map(toFeed) }
  })
}
