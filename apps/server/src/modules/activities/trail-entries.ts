import { type ActivitySubject, type BriefEvent, maxListedSubjects, type VisitEvent } from '@holdfast/contract'
import type { AuditedEvent } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { describeSubjects, subjectsOf } from './subjects.ts'
import { briefOf, trailEventOf } from './trail-events.ts'

interface TrailRow {
  client: string
  call: string
  parameters: Record<string, unknown>
  events: AuditedEvent[]
}

type Told<Row> = Omit<Row, 'events' | 'action'> & {
  action: string
  event: AuditedEvent['event'] | null
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
  const describe = await describeSubjects(
    ctx,
    entries.flatMap(({ subjects }) => subjects.slice(0, maxSubjects)),
  )
  return entries.map(({ row, subjects }) => {
    const events = row.events.map(trailEventOf)
    return {
      ...row,
      action: row.call,
      event: events[0]?.event ?? null,
      subjects: subjects.slice(0, maxSubjects).map(describe),
      subject_count: subjects.length,
      brief: events[0] ? briefOf(events[0]) : null,
      events,
    }
  })
}
