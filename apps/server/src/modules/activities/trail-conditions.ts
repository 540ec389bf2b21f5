import {
  type ActivityOutcome,
  type CallInput,
  calls,
  portalReads,
  reasonsOfNotFound,
  spanOfDateParameter,
} from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { encodeTime } from 'ulid'
import { isByPersonLike, isNoPart, isNoRead, isNoReadOfDevice } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { type Condition, isAnyOf, isEqual } from '../../platform/database/index.ts'
import { peopleNamed } from '../portal-users/index.ts'
import { isAbout } from './subjects.ts'
import { readableTrail } from './visible-trail.ts'

type UserFilter = NonNullable<CallInput<typeof calls.listActivities>['query']['filter']>
type DeviceFilter = NonNullable<CallInput<typeof calls.listDeviceActivities>['query']['filter']>

/** What restricts the trail of people and client apps to what the caller may read and asks for. */
export const userConditions = async (
  ctx: RequestContext,
  asked: Partial<UserFilter> = {},
): Promise<{ readable: Condition; conditionsOf: (filter: Partial<UserFilter>) => Condition[] }> => {
  const readable = await readableTrail(ctx)
  const byPerson = asked.person === undefined ? undefined : await isByPerson(ctx, asked.person)
  return {
    readable,
    conditionsOf: (filter) => [
      readable,
      isEqual('user_id', filter.user_id),
      byPerson,
      filter.has_portal_reads === false ? isNoPortalRead : undefined,
      filter.has_reads === false ? isNoRead : undefined,
      isEqual('is_client_app', filter.is_client_app),
      isEqual('support_reference', filter.support_reference),
      isEqual('listening_reference', filter.listening_reference),
      filter.has_parts === false ? isNoPart(filter.date_from ? firstOf(filter.date_from) : '') : undefined,
      filter.subjects && isAbout(filter.subjects, ctx),
      ...sharedConditions(filter),
    ],
  }
}

/** The same of the trail of devices. */
export const deviceConditions = async (
  ctx: RequestContext,
): Promise<(filter: Partial<DeviceFilter>) => Condition[]> => {
  const readable = await readableTrail(ctx)
  return (filter) => [
    readable,
    isAnyOf('device_reference', filter.device_references),
    isAnyOf('device_user_reference', filter.device_user_references),
    filter.has_reads === false ? isNoReadOfDevice : undefined,
    filter.subjects && isAbout(filter.subjects),
    ...sharedConditions(filter),
  ]
}

/** By any part of a reference; by names for those who may see who there is. */
const isByPerson = async (ctx: RequestContext, person: string): Promise<Condition> => {
  const text = person.trim()
  const others = await peopleNamed(ctx, text)
  return ctx.read((tx) => isByPersonLike(tx, { text, others }))
}

/** The only one of `portalReads` that tells something of a recording. */
const ofRecording = `GET ${calls.getPayloadVerification.path}`

/**
 * Leaves out what the portal reads by itself or said so of, the totals that it asks for, the renewals of its session, and the
 * requests with which a player continues or draws an outline: the one that begins a playback has an event. Those that were refused
 * stay, those of client apps, and totals of searched words, which tell what recordings and comments contain. Of a visit, only
 * calls stay away that tell nothing of the account's recordings and people, whoever makes them: staff could mark others as read by the portal.
 */
const isNoPortalRead = sql<boolean>`not (is_allowed and denial_reason is null and not is_client_app
  and (call = any(${portalReads}::text[]) and (support_reference is null or call <> ${ofRecording})
    or (call = ${`GET ${calls.listNotifications.path}`} and coalesce(parameters ->> 'portal_read' = 'true', false))
    or events @> '[{"event":"session.renewed"}]'
    or (support_reference is null
      and (coalesce(parameters ->> 'query_result_type' = 'total'
          and (parameters #>> '{filter,has_words}' is null or call !~ '/(payloads|comments)$'), false)
        or coalesce(parameters ->> 'portal_read' = 'true', false)
        or (call = ${`GET ${calls.getMedia.path}`} and events = '[]'::jsonb)))))`

const sharedConditions = (filter: Partial<UserFilter & DeviceFilter>): Condition[] => [
  isAnyOf('group', filter.groups),
  // A log_id begins with its time, so a range of dates is a range of the key.
  filter.date_from ? sql<boolean>`log_id >= ${firstOf(filter.date_from)}` : undefined,
  filter.date_to ? sql<boolean>`log_id < ${firstIdOf(spanOfDateParameter(filter.date_to).until)}` : undefined,
  isEqual('call', filter.action),
  isEqual('is_allowed', filter.is_allowed),
  filter.did && hasDone(filter.did),
  filter.outcomes &&
    sql<boolean>`(${sql.join(
      filter.outcomes.map((one) => outcomes[one]),
      sql` or `,
    )})`,
]

/** Calls have a method before their path, events are one word. */
const hasDone = (did: readonly string[]): Condition => {
  const isCall = (one: string) => one.includes(' ')
  const happened = did.filter((one) => !isCall(one))
  return sql<boolean>`(call = any(${did.filter(isCall)}::text[]) or exists (
    select from jsonb_array_elements(events) one where one ->> 'event' = any(${happened}::text[])))`
}

const isNotFound = sql`(status_code = 404 or denial_reason = any(${[...reasonsOfNotFound]}::text[]))`

/** As `outcomeOf` of the contract has them. */
export const outcomes: Readonly<Record<ActivityOutcome, RawBuilder<unknown>>> = {
  done: sql`denial_reason is null`,
  not_done: sql`(is_allowed and denial_reason is not null)`,
  refused: sql`(not is_allowed and denial_reason is not null and not ${isNotFound})`,
  not_found: sql`(not is_allowed and ${isNotFound})`,
}

const firstOf = (date: string): string => firstIdOf(spanOfDateParameter(date).from)

const timeCharacters = 10
/** The first identifier of a time. */
export const firstIdOf = (time: string): string => encodeTime(Math.max(0, Date.parse(time)), timeCharacters)
