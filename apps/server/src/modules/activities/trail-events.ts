import {
  type AuditEvent,
  type BriefEvent,
  briefLimits,
  type CallDeclaration,
  calls,
  type EventFact,
  eventFacts,
  maxShownRules,
  type Permission,
  type PlayedRange,
  type VisitChange,
  type VisitEvent,
  type VisitField,
  type VisitValue,
  visitFields,
  visitLimits,
} from '@holdfast/contract'
import type { AuditedEvent } from '../../core/activities/index.ts'
import { additionToMatter, decisionOnMatter } from './matter-decisions.ts'
import { drawFacts, queueFacts, queueFields, reportFacts, reportFields } from './scheduled-fields.ts'

/** The names under which details identify the object of an event. */
const references = [
  'group_reference',
  'role_reference',
  'tag_key',
  'app_reference',
  'payload_reference',
  'device_reference',
  'command_reference',
  'request_reference',
  'matter_reference',
] as const

/** An event of the trail as it is listed: only known fields, never all that was recorded. */
export const trailEventOf = ({ event, details }: AuditedEvent): VisitEvent => ({
  event,
  reference: references.map((name) => details[name]).find((value) => typeof value === 'string') ?? null,
  changes: changesOf(fieldsOf(event, details.before), fieldsOf(event, details.after)),
  facts: Object.fromEntries(eventFacts.flatMap((name) => factOf(name, factsIn({ event, details })[name]))),
  played: event === 'payload.listened' ? (details.played as PlayedRange[]) : null,
})

/** Notes on recordings may tell what these contain, so only the note to a colleague is told. */
const factsIn = ({ event, details }: AuditedEvent): Fields => {
  if (event === 'review_queue.escalated') return { ...details, passed_on_note: details.note }
  if (event === 'review_queue.created') return { ...details, ...queueFacts(details) }
  if (event === 'review_queue.drawn' || event === 'review_queue.draws_stopped')
    return { ...details, ...drawFacts(details) }
  if (event.startsWith('report.')) return { ...details, ...reportFacts(event, details) }
  if (event === 'list.export_ended') return { ...details, decision: details.ending }
  if (event === 'matter.saved') return { ...details, decision: decisionOnMatter(details) }
  if (event === 'matter.payloads_added') return { ...details, decision: additionToMatter(details) }
  // Earlier entries have what was done with alerts under another name.
  return event === 'alert.changed' ? { decision: details.change, ...details } : details
}

const approvals: readonly AuditEvent[] = ['role_draft.approved', 'access_request.approved']

/** What accompanies a change: an entry is called by the change itself. */
const accompanying: ReadonlySet<AuditEvent> = new Set([...approvals, 'access.granted'])

const declaredEvents: ReadonlyMap<string, AuditEvent | undefined> = new Map(
  Object.values(calls as Readonly<Record<string, CallDeclaration>>).map(({ method, path, audit }) => [
    `${method} ${path}`,
    audit,
  ]),
)

/**
 * The events of a call, first the one by which its entry is called: what the call is declared to record, otherwise the first
 * change, otherwise the first event. The others keep their order.
 */
export const titleFirst = <Event extends Pick<AuditedEvent, 'event'>>(
  call: string,
  events: readonly Event[],
): Event[] => {
  const changes = events.filter(({ event }) => !accompanying.has(event))
  const title = changes.find(({ event }) => event === declaredEvents.get(call)) ?? changes[0] ?? events[0]
  return title ? [title, ...events.filter((event) => event !== title)] : []
}

/**
 * The first of an entry's events as a list says it: its first changes, with few values, for whom the call approved it, and who gained access
 * by it.
 */
export const briefOf = (events: readonly VisitEvent[]): BriefEvent | null => {
  const [first, ...others] = events
  if (!first) return null
  const asked = events.find(({ event }) => approvals.includes(event))?.facts.requested_by
  const granted = others.find(({ event }) => event === 'access.granted')
  return {
    ...shortEvent(first),
    approved_for: typeof asked === 'string' ? asked : null,
    granted: granted ? shortFacts(granted.facts) : null,
  }
}

const shortEvent = ({
  changes,
  facts,
  played,
  ...event
}: VisitEvent): Omit<BriefEvent, 'approved_for' | 'granted'> => ({
  ...event,
  facts: shortFacts(facts),
  changes: changes.slice(0, briefLimits.changes).map(shortened),
  more_changes: Math.max(0, changes.length - briefLimits.changes),
  played: played?.slice(0, briefLimits.played) ?? null,
})

const shortFacts = (facts: VisitEvent['facts']): VisitEvent['facts'] =>
  Object.fromEntries(
    // A filter is JSON, which is put into words whole.
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'filter' ? cut(value) : value,
    ]),
  )

const shortened = ({ before, after, left_off, ...change }: VisitChange): VisitChange => {
  const [shortBefore, shortAfter] = [before, after].map((side) => side?.slice(0, briefLimits.values) ?? null)
  const all = (before?.length ?? 0) + (after?.length ?? 0) + left_off
  return {
    ...change,
    before: shortBefore ?? null,
    after: shortAfter ?? null,
    left_off: all - (shortBefore?.length ?? 0) - (shortAfter?.length ?? 0),
  }
}

const factOf = (name: EventFact, value: unknown): [EventFact, string | number][] => {
  if (typeof value === 'string') return [[name, cut(value, visitLimits.factCharacters)]]
  if (Array.isArray(value) && value.length > 0) {
    return [[name, cut(value.map(itemOf).join(', '), visitLimits.factCharacters)]]
  }
  return typeof value === 'number' ? [[name, value]] : []
}

type Fields = Readonly<Record<string, unknown>>

/** A person with a role is shown as 'ruth: Reviewer', and one who was sent nothing as 'ruth: no_address'. */
const itemOf = (value: unknown): string => {
  const record = recordOf(value)
  return record ? `${record.user_reference}: ${record.role_reference ?? record.reason}` : String(value)
}

const recordOf = (value: unknown): Fields | null => (typeof value === 'object' ? (value as Fields | null) : null)

/** The fields of a recorded side of a change, with those of the objects within it. */
const fieldsOf = (event: AuditEvent, value: unknown): Fields | null => {
  const fields = recordOf(value)
  if (fields && event.startsWith('report.')) return reportFields(fields)
  if (fields && event.startsWith('review_queue.')) return queueFields(fields)
  const monitoring = recordOf(fields?.monitoring)
  return (
    fields && {
      ...fields,
      ...recordOf(fields.oidc_config),
      ...(monitoring && { monitoring_url: monitoring.url, sample_rate: monitoring.sample_rate }),
    }
  )
}

const changesOf = (before: Fields | null, after: Fields | null): VisitChange[] =>
  visitFields.flatMap((field) => changeOf(field, listOf(before?.[field]), listOf(after?.[field])) ?? [])

/** The values of a field; `null` if it is not set. */
type Values = readonly unknown[] | null

const listOf = (value: unknown): Values => {
  if (value === undefined || value === null) return null
  return Array.isArray(value) ? value : [value]
}

/** `null` if nothing changed. Adding or removing a field without values is no change either. */
const changeOf = (field: VisitField, before: Values, after: Values): VisitChange | null => {
  const gone = without(before, after)
  const come = without(after, before)
  const all = (gone?.length ?? 0) + (come?.length ?? 0)
  if (all === 0) return null
  const most = field === 'retention_rules' ? maxShownRules : visitLimits.values
  const [listedBefore, listedAfter] = [valuesOf(gone, most), valuesOf(come, most)]
  return {
    field,
    before: listedBefore,
    after: listedAfter,
    left_off: all - (listedBefore?.length ?? 0) - (listedAfter?.length ?? 0),
  }
}

const without = (values: Values, others: Values): Values => {
  if (values === null) return null
  const known = new Set(others?.map((value) => JSON.stringify(value)))
  return values.filter((value) => !known.has(JSON.stringify(value)))
}

const valuesOf = (values: Values, most: number): VisitValue[] | null => values?.slice(0, most).map(visitValueOf) ?? null

const visitValueOf = (value: unknown): VisitValue => {
  const record = recordOf(value)
  if (record === null) return cut(String(value))
  if ('actions_matching' in record) return permissionOf(record as Permission)
  if ('tag_key' in record) return cut(`${record.tag_key}: ${record.tag_value}`)
  if ('phone_number' in record) return cut(`${record.phone_number ?? '–'}: ${record.name ?? '–'}`)
  // A test case of a role is shown by its description.
  return cut(String(record.description || record.action || ''))
}

/**
 * The whole permission, or its truncated text if it has too many conditions: with some of them left out, it would
 * seem to allow more than it does.
 */
const permissionOf = (permission: Permission): VisitValue =>
  (permission.conditions?.length ?? 0) > visitLimits.values ? cut(JSON.stringify(permission)) : permission

const cut = (text: string, characters: number = visitLimits.characters): string =>
  text.length > characters ? `${text.slice(0, characters)}…` : text
