import type { Group } from '@holdfast/access'
import { type ActivitySubject, limits, withAmendedNames } from '@holdfast/contract'
import { sql } from 'kysely'
import { type AuditedEvent, isAboutDeviceUsers } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Condition, PayloadRow } from '../../platform/database/index.ts'
import { findPayloads } from '../payloads/index.ts'

type Kind = ActivitySubject['kind']
/** `name` is that of a saved view or a report. */
type Subject = Pick<ActivitySubject, 'kind' | 'reference' | 'name'>

/** The names under which parameters and details of events have what a call was about; lists of references too. */
const kinds: Readonly<Record<string, Kind>> = {
  payload_reference: 'payload',
  payload_references: 'payload',
  messages: 'payload',
  payloads: 'payload',
  user_reference: 'portal_user',
  role_reference: 'role',
  role_references: 'role',
  group_reference: 'group',
  tag_key: 'tag',
  app_reference: 'app',
  device_reference: 'device',
  device_references: 'device',
  device_user_reference: 'device_user',
  device_user_references: 'device_user',
  request_reference: 'support_access',
  access_request_reference: 'access_request',
  draft_reference: 'role_draft',
  replaces: 'role_draft',
  people: 'portal_user',
  sent_to: 'portal_user',
  apps: 'app',
  view_reference: 'saved_view',
  report_reference: 'report',
  queue_reference: 'review_queue',
  queue_references: 'review_queue',
  statement_reference: 'completeness_statement',
  import_reference: 'carrier_import',
  record_reference: 'carrier_record',
  record_references: 'carrier_record',
  alert_references: 'alert',
  matter_reference: 'matter',
  matter_references: 'matter',
  client: 'client',
}

interface Recorded {
  /** The account: it is a subject only on the trail of another one. */
  client: string
  parameters: Readonly<Record<string, unknown>>
  events: readonly AuditedEvent[]
}

/** The filters of a call that name the matter whose recordings it read, exported, held, or drew a queue from. */
const matterFilters = ['matter_reference', 'matter_references'] as const

const filteredMatters = ({ filter }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof filter === 'object' && filter !== null
    ? Object.fromEntries(Object.entries(filter).filter(([name]) => matterFilters.some((one) => one === name)))
    : {}

/** The subjects of an entry of the trail, each once: those of its parameters and of the matter in its filter, then those of its events. */
export const subjectsOf = ({ client, parameters, events }: Recorded): Subject[] => {
  const named = [parameters, filteredMatters(parameters), ...events.map(({ details }) => details)].flatMap((fields) =>
    Object.entries(fields).flatMap(([name, value]) => {
      const kind = kinds[name]
      const called = kind === 'saved_view' || kind === 'report' ? nameIn(fields) : null
      return kind && value !== client ? referencesIn(value).map((reference) => ({ kind, reference, name: called })) : []
    }),
  )
  // What the events say stands after the parameters, and knows the name.
  return [...new Map(named.map((subject) => [`${subject.kind} ${subject.reference}`, subject])).values()].slice(
    0,
    limits.maxReferencesInBatch,
  )
}

/** What something was called after a change, or before it was deleted. */
const nameIn = ({ before, after, report_name }: Readonly<Record<string, unknown>>): string | null => {
  const sides = [after, before, { name: report_name }] as ({ name?: unknown } | null | undefined)[]
  const name = sides.map((side) => side?.name).find((one) => typeof one === 'string')
  return typeof name === 'string' ? name : null
}

/**
 * Restricts a trail to entries about any of these, given as `kind:reference`, as `subjectsOf` names them. No index serves it, so
 * that entries of a rare one are looked for in all that the other filters leave.
 * @param ofUsers the account, on the trail of people and client apps. There, everything that was done on a visit is also about its request,
 *   and everything that was done with recordings is about the device users who made them (this has an index)
 */
export const isAbout = (subjects: readonly string[], ofUsers?: { client: string }): Condition =>
  sql<boolean>`(${sql.join(
    subjects.flatMap((subject) => {
      const colon = subject.indexOf(':')
      const [kind, reference] = [subject.slice(0, colon), subject.slice(colon + 1)]
      if (ofUsers && kind === 'device_user') return [isAboutDeviceUsers(ofUsers.client, [reference])]
      const named = fieldsWith(kind, reference).map(
        (fields) =>
          sql`parameters @> ${JSON.stringify(fields)}::jsonb or events @> ${JSON.stringify([{ details: fields }])}::jsonb`,
      )
      if (kind === 'matter') return [...named, ...fieldsWith(kind, reference).map(isFilteredBy)]
      return ofUsers && kind === 'support_access' ? [sql`support_reference = ${reference}`, ...named] : named
    }),
    sql` or `,
  )})`

const isFilteredBy = (fields: object) => sql`parameters @> ${JSON.stringify({ filter: fields })}::jsonb`

/** The forms in which parameters or details can have a reference. */
const fieldsWith = (kind: string, reference: string): object[] =>
  Object.entries(kinds)
    .filter(([, ofName]) => ofName === kind)
    .flatMap(([name]) => [
      { [name]: reference },
      { [name]: [reference] },
      ...(name === 'payloads' ? [{ payloads: [{ payload_reference: reference }] }] : []),
    ])

/** `payloads` has objects, the others references. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  const reference =
    typeof value === 'object' && value !== null && 'payload_reference' in value && value.payload_reference
  return typeof reference === 'string' ? [reference] : []
}

/**
 * Adds to recordings what the reader may know of them. Of others the trail tells the reference, which begins with a time, and in groups
 * whose trail the reader may read, which kind was recorded and when: who may read the trail may not, for that reason, know who spoke with whom.
 * @param nameOf the name that the reader may know
 */
export const describeSubjects = async (
  ctx: RequestContext,
  subjects: readonly Subject[],
  nameOf: (subject: Subject) => string | null,
): Promise<(subject: Subject) => ActivitySubject> => {
  const references = subjects.flatMap(({ kind, reference }) => (kind === 'payload' ? [reference] : []))
  const groups = await ctx.groups()
  const rows = references.length === 0 ? [] : await ctx.read((tx) => findPayloads(tx, [...new Set(references)]))
  const described = new Map(
    rows.map((row) => [row.payload_reference, describePayload(ctx, row, groups.get(row.group))]),
  )
  return (subject) => ({
    kind: subject.kind,
    reference: subject.reference,
    name: nameOf(subject) ?? subject.name,
    ...((subject.kind === 'payload' && described.get(subject.reference)) || { payload: null, recorded: null }),
  })
}

const describePayload = (
  { access }: RequestContext,
  row: PayloadRow,
  group: Group | undefined,
): Pick<ActivitySubject, 'payload' | 'recorded'> => {
  const { payload_type, payload_time } = row
  if (group && access.can('payloads:read', { group, payload_type })) return { payload: summaryOf(row), recorded: null }
  const mayReadTrail = group !== undefined && access.can('audit:read', { group })
  return { payload: null, recorded: mayReadTrail ? { payload_type, payload_time } : null }
}

const summaryOf = (payload: PayloadRow): NonNullable<ActivitySubject['payload']> => {
  const { payload_type, payload_time, device_reference, device_user_reference, numbers, meta, amendments } = payload
  const { direction, second_parties, message_parties, timezone, local_time } = meta
  return {
    payload_type,
    payload_time,
    device_reference,
    device_user_reference,
    numbers,
    meta: {
      direction,
      second_parties: second_parties && withAmendedNames(second_parties, amendments),
      message_parties: message_parties && withAmendedNames(message_parties, amendments),
      timezone,
      local_time,
    },
  }
}
