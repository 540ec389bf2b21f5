import { maxAccountFeeds } from '@holdfast/contract'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import {
  addToMatter,
  advanceBacklog,
  advanceFollowing,
  type FeedRow,
  feedDetails,
  lockFeed,
  type MatterRow,
  matterOfFeed,
  matters,
  mayAdd,
  mayOpenMatterOf,
  notifyOfMatter,
  runningFeeds,
  stopFeeds,
} from '../legal-holds/index.ts'
import { actionsToList, type PayloadFilter, payloadPage, withDefaults, withSpellings } from '../payloads/index.ts'
import { peopleWith, rightsOf, selectActivePeople } from '../portal-users/index.ts'
import { keepUpToDateJob } from './keep-up-to-date-job.ts'
import { payloadDetails } from './put-matter-payloads.ts'
import { takeTurns } from './take-turns.ts'

type Groups = Awaited<ReturnType<Platform['authorization']['groupsOf']>>

const batchSize = 500

/** Puts the recordings that filters find into their matters: first those from before, then new and changed ones. */
export const keepUpToDate: Job<{ client?: string }> = {
  definition: keepUpToDateJob,
  schedule: '*/2 * * * *',
  async handle({ platform, signal }, { client }) {
    const waiting = new Map<string, string[]>()
    for (const account of client === undefined ? await platform.clients.names() : [client]) {
      const running = await platform.database.read(account, runningFeeds)
      waiting.set(
        account,
        running.map(({ feed_id }) => feed_id),
      )
    }
    // Each filter of an account has at least one batch a run.
    const errors = await takeTurns({ waiting, mostOfAccount: maxAccountFeeds }, async (account, feed_id) => {
      if (signal.aborted) return false
      const groups = await platform.authorization.groupsOf(account, null)
      return platform.database.transaction(account, (tx) => putBatchIn(tx, feed_id, groups))
    })
    signal.throwIfAborted()
    if (errors.length > 0) throw new AggregateError(errors, 'Some filters could not be kept up to date')
  },
}

const call = `JOB ${keepUpToDateJob.name}`

/** Takes one step of a filter. @returns whether there is more to do now */
export const putBatchIn = async (tx: TenantTransaction, feed_id: string, groups: Groups): Promise<boolean> => {
  const matter_reference = await matterOfFeed(tx, feed_id)
  const matter = matter_reference === undefined ? undefined : await matters.lock(tx, matter_reference)
  const feed = matter && (await lockFeed(tx, feed_id))
  if (!feed || !matter) return false
  const ending = await endingOf(tx, feed, matter)
  if (ending) {
    await stopFeeds(tx, { matter_reference: matter.matter_reference, feeds: [feed_id], ending, stopped_by: 'system' })
    await recordProductActivity(tx, {
      call,
      event: 'matter.feed_stopped',
      details: { ...feedDetails(feed), ending, requested_by: feed.created_by },
    })
    await notifyOfMatter(tx, matter)
    return false
  }
  const filter = await searchedFilter(tx, feed)
  return feed.is_caught_up
    ? follow(tx, { feed, matter, filter, groups })
    : catchUp(tx, { feed, matter, filter, groups })
}

/** Why a filter has to stop: the person was removed, or may no longer put recordings into the matter. */
const endingOf = async (
  tx: TenantTransaction,
  { created_by, filter }: FeedRow,
  matter: MatterRow,
): Promise<'removed' | 'rights_ended' | null> => {
  const people = await selectActivePeople(tx).where('user_reference', '=', created_by).execute()
  if (people.length === 0) return 'removed'
  const isOtherOpen = await mayOpenMatterOf(tx, filter, created_by)
  const [able] = await peopleWith(
    tx,
    (access) => access.mayAtAll('payloads:read') && mayAdd(access, matter, created_by) && isOtherOpen(access),
    people,
  )
  return able ? null : 'rights_ended'
}

const searchedFilter = async (tx: TenantTransaction, { filter }: FeedRow): Promise<PayloadFilter> => {
  const reader = {
    client: tx.client,
    readOnce: async <Row>(statement: Parameters<typeof tx.executeAll>[0][number]) => {
      const [rows] = await tx.executeAll([statement])
      return rows as Row[]
    },
  }
  return withDefaults(await withSpellings(reader, filter))
}

interface Step {
  feed: FeedRow
  matter: MatterRow
  filter: PayloadFilter
  groups: Groups
}

type Found = Awaited<ReturnType<typeof payloadPage>>

const catchUp = async (tx: TenantTransaction, step: Step): Promise<boolean> => {
  const { feed, filter } = step
  const found = await payloadPage(tx, filter, { position: feed.position, limit: batchSize })
  await putIn(tx, step, found)
  const last = found.length < batchSize ? undefined : found.at(-1)
  const date = last?.[filter.date_filter_type]
  await advanceBacklog(tx, feed, last && date ? [date, last.payload_reference] : null)
  // Recordings that have come since are next.
  return true
}

/** Recordings can begin to match without being new: each change of one is looked at. */
const follow = async (tx: TenantTransaction, step: Step): Promise<boolean> => {
  const { feed, filter } = step
  const { date_from, date_to, date_filter_type, ...others } = filter
  const period = { date_filter_type, ...(date_from && { date_from }), ...(date_to && { date_to }) }
  const found = await payloadPage(
    tx,
    { ...others, date_filter_type: 'updated_at', period },
    { position: [feed.followed_until, feed.followed_reference], limit: batchSize, sort: 'asc' },
  )
  await putIn(tx, step, found)
  const last = found.length < batchSize ? undefined : found.at(-1)
  await advanceFollowing(tx, feed, last ? [last.updated_at, last.payload_reference] : null)
  return last !== undefined
}

/** Puts in the recordings that the person may read now. */
const putIn = async (tx: TenantTransaction, { feed, matter, filter, groups }: Step, found: Found): Promise<void> => {
  const { created_by: person, feed_id } = feed
  const { matter_reference } = matter
  const may = await rightsOf(tx, [person], actionsToList(filter))
  const readable = found.filter(({ group: reference, payload_type }) => {
    const group = reference === null ? undefined : groups.get(reference)
    return group !== undefined && may(person, { group, payload_type })
  })
  const added = await addToMatter(tx, { matter_reference, feed_id, added_by: person }, readable)
  if (added.length === 0) return
  const details = {
    ...payloadDetails(matter_reference, added, feed.filter),
    feed_id,
    requested_by: person,
  }
  await recordProductActivity(tx, { call, event: 'matter.payloads_added', details })
  await notifyOfMatter(tx, matter)
}
