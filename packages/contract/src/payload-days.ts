import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { MatterReference } from './legal-holds.ts'
import { closed } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { PayloadQueueFilter } from './payloads.ts'
import { DateOnly } from './times.ts'

/** How many days are counted one by one, today included. */
export const countedDays = 30

export const DaysTimezone = Type.Optional(
  Type.String({
    description:
      'The time zone in which days begin, an IANA name such as Europe/London; UTC by default, and for one that the server does not know',
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  }),
)

export const dayFields = {
  timezone: Type.String({
    description:
      'The time zone in which days begin: the one that was asked for, or UTC if too many recordings would have to be counted one by one',
  }),
  dates: Type.Array(DateOnly, {
    description:
      'The counted days, earliest first; the last one is today. With a filter: none if it matches nothing, and fewer if more than 20,000 recordings would have to be counted.',
  }),
}

export const PayloadDays = Type.Object(
  {
    ...accountFields,
    ...dayFields,
    types: Type.Array(
      Type.Object({
        payload_type: PayloadType,
        days: Type.Array(Type.Integer({ minimum: 0 }), { description: 'A number for each of the dates' }),
      }),
      { description: 'The types that the caller may read in any group; with a filter, those of them that it names' },
    ),
  },
  { title: 'PayloadDays', description: 'How many recordings there are of each day and type that the caller may read.' },
)
export type PayloadDays = Static<typeof PayloadDays>

const { date_from, date_to, date_filter_type, ...withoutPeriod } = PayloadQueueFilter.properties

/** The filter of `GET /payloads` without words and without a period. */
export const PayloadDaysFilter = Type.Object(
  {
    ...withoutPeriod,
    matter_reference: Type.Optional({
      ...MatterReference,
      description: 'In this matter, also deleted and destroyed ones; nothing unless the caller may open it',
    }),
  },
  {
    ...closed,
    description:
      'Counts only what `GET /payloads` lists with this filter, without deleted recordings unless it has `is_deleted`, states or a matter',
  },
)
export type PayloadDaysFilter = Static<typeof PayloadDaysFilter>

export const getPayloadDays = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payload_days',
  summary: 'Counts recordings by type and by day.',
  action: 'payloads:read',
  query: Type.Object(
    {
      timezone: DaysTimezone,
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: countedDays, default: countedDays })),
      filter: Type.Optional(PayloadDaysFilter),
      until: Type.Optional({
        ...DateOnly,
        description: 'With a filter: the last of the days; otherwise the day of the newest recording that it matches',
      }),
    },
    closed,
  ),
  response: PayloadDays,
  beyondSpecification: true,
})

export const payloadDaysCalls = { getPayloadDays }
