import {
  type ActivitySubject,
  type BriefEvent,
  maxListedSubjects,
  type VisitEvent,
  type VisitField,
} from '@holdfast/contract'
import type { AuditedEvent } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { nameSubjects } from './subject-names.ts'
import { describeSubjects, subjectsOf } from './subjects.ts'
import { briefOf, titleFirst, trailEventOf } from './trail-events.ts'

interface TrailRow {
  client: string
  call: string
  parameters: Record<string, unknown>
  events: AuditedEvent[]
  user_id?: string | null
  device_user_reference?: string | null
  is_client_app?: boolean
}

type Told<Row> = Omit<Row, 'events' | 'action'> & {
  action: string
  event: AuditedEvent['event'] | null
  user_name: string | null
  device_user_name: string | null
  subjects: ActivitySubject[]
  subject_count: number
  brief: BriefEvent | null
  events: VisitEvent[]
}

/**
 * Rows of a trail as its lists tell them: with what they are about, as far as the reader may know it.
 * @param maxSubjects of each row
 */
export const toEntries = async <Row extends TrailRow>(
  ctx: RequestContext,
  rows: readonly Row[],
  maxSubjects = maxListedSubjects,
): Promise<Told<Row>[]> => {
  const entries = rows.map((row) => ({ row, subjects: subjectsOf(row) }))
  const listed = entries.flatMap(({ subjects }) => subjects.slice(0, maxSubjects))
  const callers = rows.flatMap(({ user_id, device_user_reference: holder }) => [
    ...(user_id ? [personOf(user_id)] : []),
    ...(holder ? [holderOf(holder)] : []),
  ])
  const nameOf = await nameSubjects(ctx, [...callers, ...listed])
  const describe = await describeSubjects(ctx, listed, nameOf)
  return entries.map(({ row, subjects }) => {
    const described = subjects.slice(0, maxSubjects).map(describe)
    const mayKnowParties = described.some(({ payload }) => payload !== null)
    const { parameters } = mayKnowParties ? row : { parameters: withoutParties(row.parameters) }
    const events = titleFirst(row.call, row.events)
      .map(trailEventOf)
      .map((event) => (mayKnowParties ? event : withoutDetails(event)))
    return {
      ...row,
      parameters,
      action: row.call,
      event: events[0]?.event ?? null,
      user_name: row.is_client_app || !row.user_id ? null : nameOf(personOf(row.user_id)),
      device_user_name: row.device_user_reference ? nameOf(holderOf(row.device_user_reference)) : null,
      subjects: described,
      subject_count: subjects.length,
      brief: briefOf(events),
      events,
    }
  })
}

const personOf = (reference: string) => ({ kind: 'portal_user', reference }) as const

const holderOf = (reference: string) => ({ kind: 'device_user', reference }) as const

/** Corrected details of a recording. */
const detailFields: readonly VisitField[] = ['notes', 'party_names']

const withoutDetails = (event: VisitEvent): VisitEvent => ({
  ...event,
  facts: withoutParties(event.facts),
  changes: event.changes.filter(({ field }) => !detailFields.includes(field)),
})

/** A thread and a saved file are named after those who took part, which only those may know who may read the recording. */
const withoutParties = <F extends Readonly<Record<string, unknown>>>({
  thread_id: _thread,
  saved_as: _file,
  ...fields
}: F) => fields
