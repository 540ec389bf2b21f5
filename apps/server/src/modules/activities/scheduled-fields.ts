import { recordedFilter } from '../../core/activities/index.ts'

type Fields = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** The recorded fields of a scheduled report under the names that the trail has for them. */
export const reportFields = ({ weekday, month_day, hour, time_zone, ...report }: Fields): Fields => ({
  report_name: report.name,
  report_kind: report.kind,
  report_source: report.view_reference ?? report.queue_reference,
  report_recipients: report.recipients,
  is_report_active: report.is_active,
  schedule_every: report.every,
  schedule_weekday: weekday,
  schedule_month_day: month_day,
  schedule_hour: hour,
  schedule_time_zone: time_zone,
})

/** The name of a report, also of one that was created, changed or deleted, and whether it was sent to its recipients. */
export const reportFacts = (event: string, { report_name, before, after, sent_to, not_sent_to }: Fields): Fields => ({
  report_name: report_name ?? recordOf(after).name ?? recordOf(before).name,
  ...(event === 'report.sent' && { decision: sendingOf(sent_to, not_sent_to) }),
})

const sendingOf = (sent: unknown, notSent: unknown): string => {
  const hasAny = (people: unknown) => Array.isArray(people) && people.length > 0
  if (!hasAny(sent)) return 'not_sent'
  return hasAny(notSent) ? 'sent_to_some' : 'sent'
}

/** The recorded fields of a review queue, with those of its repetition. */
export const queueFields = ({ name, repeats, ...fields }: Fields): Fields => {
  const { weekday, hour, time_zone, until, due_after_days } = recordOf(repeats)
  return {
    queue_name: name,
    ...fields,
    ...(repeats ? { schedule_every: weekday === null ? 'day' : 'week' } : {}),
    schedule_weekday: weekday,
    schedule_hour: hour,
    schedule_time_zone: time_zone,
    schedule_until: until,
    due_after_days,
  }
}

/** How the recordings of a new queue were chosen. The filter is JSON, which screens put into words. */
export const queueFacts = ({ after, queue_reference }: Fields): Fields => {
  const { filter, sample } = recordOf(after)
  const { percent, number, stratify_by, seed } = recordOf(sample)
  return {
    filter: recordedFilter(filter),
    sample_percent: percent,
    sample_number: number,
    stratify_by,
    ...(sample ? { seed: seed ?? queue_reference } : {}),
  }
}

/** The person whose rights a draw had, and the groups and kinds that these left out. */
export const drawFacts = ({ repeats_by, drawn_by = repeats_by, left_out }: Fields): Fields => {
  const { payload_types, groups, others } = recordOf(left_out)
  return {
    drawn_by,
    left_out_types: payload_types,
    left_out_groups: groups,
    left_out: others === true ? 'others' : undefined,
  }
}
