/** The overview: what waits for the caller, and what is not as it should be. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { WholeNumber } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { DateOnly, DateParameter } from './times.ts'

/** Recordings that stay on a device for longer are missing, and devices that say nothing for longer are silent. */
export const missingAfterDays = 7
export const silentAfterDays = 7

/** The kinds of recordings that need a look, in the order of their urgency. */
export const exceptionKinds = ['missing', 'failed', 'quarantined', 'damaged', 'late'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const RecordingExceptions = Type.Object(
  {
    payload_type: PayloadType,
    missing: ListTotal,
    failed: ListTotal,
    quarantined: ListTotal,
    damaged: ListTotal,
    late: ListTotal,
  },
  { title: 'RecordingExceptions', description: 'How many recordings of one type need a look.' },
)
export type RecordingExceptions = Static<typeof RecordingExceptions>

export const Overview = Type.Object(
  {
    ...accountFields,
    reviews: nullable(
      Type.Object(
        { waiting: ListTotal, overdue: ListTotal, due_soon: ListTotal, escalated: ListTotal },
        { description: 'What waits for a review by the caller; null for callers who review nothing' },
      ),
    ),
    queues: nullable(
      Type.Object(
        { unfinished: ListTotal, overdue: ListTotal },
        { description: 'The review queues that the caller manages; null for callers who manage none' },
      ),
    ),
    /** Changes of roles that the caller may approve; null for callers who may approve none. */
    role_drafts: nullable(ListTotal),
    recordings: nullable(
      Type.Array(RecordingExceptions, {
        description: 'The types of which any recording needs a look; null for callers who read no recordings',
      }),
    ),
    access_reviews: nullable(
      Type.Object(
        {
          waiting: ListTotal,
          overdue: ListTotal,
          still_held: {
            ...nullable(ListTotal),
            description:
              'Reviews of which somebody still has a role that was revoked; null for callers without `account:write`',
          },
        },
        {
          description:
            'The access reviews that the caller owns and nobody has finished; null for staff on a visit and client apps',
        },
      ),
    ),
    /** Requests for access that the caller was notified of and that wait; null for callers who change no roles. */
    access_requests: nullable(ListTotal),
    /** Gaps that nobody has explained, and their recordings; null for callers who may not see what is missing. */
    gaps: nullable(Type.Object({ open: ListTotal, missing: WholeNumber })),
    /** Active devices that have not been heard of; null for callers who see no devices. */
    silent_devices: nullable(ListTotal),
    /** Devices whose serial number two handsets may share; null for callers who see no devices. */
    shared_serials: nullable(ListTotal),
  },
  { title: 'Overview', description: 'What waits for the caller, each as the total of a list with a filter.' },
)
export type Overview = Static<typeof Overview>

export const getOverview = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/overview',
  summary:
    'Counts what waits for the caller: reviews, changes of roles to approve, requests for access, recordings that need a look, devices that are silent or may share a serial number. Dates are those of the caller’s time zone; by default those of UTC.',
  action: 'signed_in',
  query: Type.Object(
    {
      today: Type.Optional(DateOnly),
      late_since: Type.Optional({ ...DateParameter, description: 'The payload_time of the earliest late recording' }),
      missing_until: Type.Optional({
        ...DateParameter,
        description: 'The payload_time of the latest recording that counts as missing while it is still on its device',
      }),
      silent_since: Type.Optional({
        ...DateParameter,
        description: 'Devices that were heard of before, and not since, are silent',
      }),
    },
    closed,
  ),
  response: Overview,
  beyondSpecification: true,
})

export const overviewCalls = { getOverview }
