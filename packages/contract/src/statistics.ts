/** What the provider's staff see of all accounts: how much each records and stores, and what needs them (docs/decisions/0087). */
import { type Static, type TInteger, Type } from 'typebox'
import { AlertSeverity } from './alert-kinds.ts'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { ClientIdentifier, WholeNumber } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal, listQuery, pageOf } from './pages.ts'
import { PayloadState, payloadStates } from './payload-states.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { ServiceName } from './services.ts'
import { DateOnly, DateParameter, Timestamp } from './times.ts'

/** Figures older than this are marked as stale: three refreshes were missed. */
export const staleAfterMinutes = 15
/** The days that are counted without a filter, and at most. */
export const usualStatisticsDays = 30
export const maxStatisticsDays = 366
/** The overview of the installation shows so many accounts at most, those that need attention first. */
export const maxOverviewClients = 500

const byState = Type.Object(
  Object.fromEntries(payloadStates.map((state) => [state, WholeNumber])) as Record<PayloadState, TInteger>,
  { description: 'Recordings of the period by their present state' },
)

const DayOfState = Type.Object({ day: DateOnly, payload_state: PayloadState, payloads: WholeNumber })

const figures = {
  users: { ...WholeNumber, description: 'Active people whose devices record' },
  devices: { ...WholeNumber, description: 'Active devices' },
  stored_bytes: {
    ...WholeNumber,
    description: 'Sealed contents as devices delivered them, of any time; without waveforms, previews and the database',
  },
}

const age = {
  as_of: nullable({ ...Timestamp, description: 'When the account was counted; null if it never was' }),
  is_stale: Type.Boolean({
    description: `It was not counted for ${staleAfterMinutes} minutes: the figures are the last known ones`,
  }),
}

const period = {
  from: { ...DateOnly, description: 'The first counted day of UTC' },
  to: { ...DateOnly, description: 'The last counted day of UTC' },
}

export const ClientStatistics = Type.Object(
  {
    ...accountFields,
    name: Type.String(),
    service: nullable({ ...ServiceName, description: 'null: the whole account, with recordings that need no service' }),
    ...period,
    ...figures,
    recordings: byState,
    days: Type.Array(DayOfState, { description: 'The days with recordings, earliest first' }),
    ...age,
  },
  { title: 'ClientStatistics', description: 'How much an account records and stores, as a whole or of one service.' },
)
export type ClientStatistics = Static<typeof ClientStatistics>

export const StatisticsTotals = Type.Object(
  {
    ...period,
    clients: WholeNumber,
    stale_clients: WholeNumber,
    as_of: nullable({ ...Timestamp, description: 'When the account was counted that was counted longest ago' }),
    users: nullable({ ...figures.users, description: 'null with a filter by services: people have several' }),
    devices: nullable({ ...figures.devices, description: 'null with a filter by services: devices have several' }),
    stored_bytes: figures.stored_bytes,
    recordings: byState,
    services: Type.Array(Type.Object({ service: nullable(ServiceName), ...figures, recordings: WholeNumber }), {
      description: 'By service; null: recordings that need none. Their people and devices are not counted.',
    }),
    days: Type.Array(DayOfState, { description: 'The days with recordings, earliest first' }),
  },
  { title: 'StatisticsTotals', description: 'The figures of all accounts that the filter finds.' },
)
export type StatisticsTotals = Static<typeof StatisticsTotals>

export const statisticsRows = ['services', 'clients'] as const

export const listStatistics = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/statistics',
  summary: `Counts people, devices, recordings by state and day, and stored bytes of each account and service. Counts ${usualStatisticsDays} days if no period is given, and at most ${maxStatisticsDays}, back from the last day. The first page has the totals of all accounts.`,
  action: 'internal:statistics',
  query: listQuery({
    clients: anyOf(ClientIdentifier),
    services: anyOf(ServiceName),
    rows: Type.Optional(
      Type.Enum(statisticsRows, {
        default: 'services',
        description: 'A row for each service of an account (the default), or one for each account as a whole',
      }),
    ),
    date_from: Type.Optional({ ...DateParameter, description: 'Days are those of UTC; each counts whole' }),
    date_to: Type.Optional(DateParameter),
  }),
  requestHeaders: portalReadHeaders,
  response: Type.Union([
    Type.Object({
      ...pageOf(ClientStatistics).properties,
      totals: nullable({ ...StatisticsTotals, description: 'On the first page; null on the others' }),
    }),
    ListTotal,
  ]),
  errors: ['list.bad_last_key'],
})

export const ClientSituation = Type.Object(
  {
    ...accountFields,
    name: Type.String(),
    is_active: Type.Boolean(),
    ...age,
    ...figures,
    silent_devices: WholeNumber,
    late: { ...WholeNumber, description: 'Recordings that are late and whose content has not arrived' },
    failed: WholeNumber,
    quarantined: WholeNumber,
    backlog: { ...WholeNumber, description: 'Recordings that arrived and are not processed yet' },
    backlog_since: nullable({ ...Timestamp, description: 'When the oldest of them arrived' }),
    licence: nullable(
      Type.Object(
        { service: ServiceName, used: WholeNumber, limit: WholeNumber },
        {
          description:
            'The service of which the greatest share of the limit is in use; null if none is limited, and for callers who may not see licences',
        },
      ),
    ),
    alerts: nullable(
      Type.Array(Type.Object({ severity: AlertSeverity, count: WholeNumber }), {
        description: 'Open alerts that the caller has not dismissed; null for callers who may see none',
      }),
    ),
  },
  { title: 'ClientSituation', description: 'What staff have to know of an account.' },
)
export type ClientSituation = Static<typeof ClientSituation>

export const installationParts = ['database', 'workers', 'object store', 'scanner'] as const
export const InstallationPart = Type.Object(
  {
    part: Type.Enum(installationParts),
    is_up: nullable(Type.Boolean({ description: 'null: not known, because no worker has checked it' })),
    since: nullable(Timestamp),
    checked_at: nullable(Timestamp),
  },
  { title: 'InstallationPart', description: 'Whether a part of the installation answers.' },
)
export type InstallationPart = Static<typeof InstallationPart>

export const JobQueue = Type.Object(
  {
    job: Type.String(),
    waiting: { ...WholeNumber, description: 'Due, and not begun' },
    running: WholeNumber,
    failed: { ...WholeNumber, description: 'Failed at their last attempt' },
    oldest_at: nullable({ ...Timestamp, description: 'Since when the oldest of them has been due' }),
  },
  { title: 'JobQueue', description: 'Jobs of one kind that are due.' },
)
export type JobQueue = Static<typeof JobQueue>

export const InstallationOverview = Type.Object(
  {
    clients: Type.Array(ClientSituation, { maxItems: maxOverviewClients }),
    is_capped: Type.Boolean({ description: `There are more than ${maxOverviewClients} accounts` }),
    parts: Type.Array(InstallationPart),
    jobs: Type.Array(JobQueue, { description: 'The kinds of jobs of which any is due or has failed' }),
  },
  {
    title: 'InstallationOverview',
    description: 'All accounts, those that need attention first, and the parts of the installation.',
  },
)
export type InstallationOverview = Static<typeof InstallationOverview>

export const getInstallationOverview = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/statistics/overview',
  summary: "Shows the provider's staff which accounts need attention, and whether the installation works.",
  action: 'internal:statistics',
  query: Type.Object({}, closed),
  response: InstallationOverview,
  beyondSpecification: true,
})

export const statisticsCalls = { listStatistics, getInstallationOverview }
