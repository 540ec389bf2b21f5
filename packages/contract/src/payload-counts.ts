import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal } from './pages.ts'
import { countedDays, DaysTimezone, dayFields } from './payload-days.ts'
import { PayloadType } from './payload-types.ts'
import { DateParameter, Timestamp } from './times.ts'

const Days = Type.Array(Type.Integer({ minimum: 0 }), {
  description: `A number for each of the dates, which are the last ${countedDays} days.`,
})

export const PayloadTypeCounts = Type.Object(
  {
    payload_type: PayloadType,
    days: Days,
    last: { ...nullable(Timestamp), description: 'payload_time of the latest recording' },
    failed: ListTotal,
    quarantined: ListTotal,
    late: ListTotal,
    damaged: ListTotal,
  },
  { title: 'PayloadTypeCounts', description: 'How many recordings of one type there are, and how many need a look.' },
)
export type PayloadTypeCounts = Static<typeof PayloadTypeCounts>

export const CommentCounts = Type.Object(
  { days: Days, last: { ...nullable(Timestamp), description: 'When the latest comment was written' } },
  { title: 'CommentCounts', description: 'How many comments there are that were not deleted.' },
)
export type CommentCounts = Static<typeof CommentCounts>

export const PayloadCounts = Type.Object(
  {
    ...accountFields,
    ...dayFields,
    types: Type.Array(PayloadTypeCounts, { description: 'The types that the caller may read in any group' }),
    comments: { ...nullable(CommentCounts), description: 'null if the caller may read no comments' },
  },
  { title: 'PayloadCounts', description: 'Counts of the recordings and comments that the caller may read.' },
)
export type PayloadCounts = Static<typeof PayloadCounts>

export const getPayloadCounts = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payload_counts',
  summary: `Counts recordings by type and by day, and those that failed, were quarantined, are late or are damaged.`,
  action: 'payloads:read',
  query: Type.Object(
    {
      timezone: DaysTimezone,
      since: Type.Optional({
        ...DateParameter,
        description: `Failed, quarantined and late recordings are counted from this payload_time on; by default, those of the counted days. Damaged ones are counted whatever their time.`,
      }),
    },
    closed,
  ),
  response: PayloadCounts,
  beyondSpecification: true,
})

export const payloadCountCalls = { getPayloadCounts }
