/** Lists as files: with the rows and the rights of the list, streamed. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Ulid } from './fields.ts'
import { limits } from './limits.ts'
import { Locale } from './locales.ts'
import { closed } from './nullable.ts'
import { Timestamp, TimeZone } from './times.ts'

/**
 * The lists that can be exported, by the names of their calls. Not among them are the lists that the provider's staff read of a single
 * customer: they would belong on the trails of both accounts.
 */
export const exportedLists = [
  'listAccessReviewItems',
  'listAccessReviewSchedules',
  'listAccessReviews',
  'listAccessRequests',
  'listActivities',
  'listAlerts',
  'listAllAlerts',
  'listApps',
  'listCarrierImportRows',
  'listCarrierImports',
  'listCarrierMappings',
  'listCarrierRecords',
  'listClients',
  'listClientsTelemetry',
  'listCommentVersions',
  'listCommands',
  'listComments',
  'listCompletenessStatements',
  'listContentAccess',
  'listConversations',
  'listCountries',
  'listDeviceActivities',
  'listDeviceCommands',
  'listDeviceHistory',
  'listDeviceLogs',
  'listDevicePayloads',
  'listDeviceTelemetry',
  'listDevicePositions',
  'listDeviceUserDevices',
  'listDeviceUserPayloads',
  'listDeviceUserPositions',
  'listDeviceUsers',
  'listDevices',
  'listGroups',
  'listMetrics',
  'listLegalHolds',
  'listLicences',
  'listLogsOfDevice',
  'listLogsOfDeviceUser',
  'listMatterNotes',
  'listMatters',
  'listMigrationExports',
  'listMigrationReconciliation',
  'listMigrationRows',
  'listMigrations',
  'listNotifications',
  'listPayloadAccess',
  'listPayloadComments',
  'listPayloads',
  'listPhoneNumbers',
  'listPersonalNumbers',
  'listPortalUsers',
  'listPositions',
  'listPublicKeys',
  'listOwnReviews',
  'listReviewDraws',
  'listReviewFigures',
  'listReviewItems',
  'listReviewMarks',
  'listReports',
  'listRetentionRuns',
  'listRetentionVersions',
  'listReviewQueues',
  'listRoleDrafts',
  'listRoles',
  'listSequenceGaps',
  'listRoleVersions',
  'listStaff',
  'listStatistics',
  'listSupportAccess',
  'listSupportAccessByStatus',
  'listTags',
  'listTelemetry',
  'listTelemetryApplications',
  'listTransferConfigs',
  'listTransferDays',
  'listTransferItems',
  'listTransfers',
  'listVisit',
  'listWebhooks',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** Exporting these needs `audit:export` besides the action of the list. */
export const exportedTrails: ReadonlySet<ExportedList> = new Set([
  'listActivities',
  'listDeviceActivities',
  'listVisit',
])

/** Lists that people can have as files with the words of the screen. All others are files for programs. */
export const listsForPeople = [
  'listActivities',
  'listAlerts',
  'listAllAlerts',
  'listConversations',
  'listDeviceActivities',
  'listDevicePayloads',
  'listDeviceUserDevices',
  'listDeviceUserPayloads',
  'listDeviceUsers',
  'listDevices',
  'listOwnReviews',
  'listPayloads',
  'listReviewItems',
  'listVisit',
] as const satisfies readonly ExportedList[]
export type ListForPeople = (typeof listsForPeople)[number]

/** Lists of positions, which maps and navigators read as well. */
export const exportedTracks: ReadonlySet<ExportedList> = new Set([
  'listPositions',
  'listDevicePositions',
  'listDeviceUserPositions',
])

/** Formats of positions alone. */
export const trackFormats: ReadonlySet<ExportFormat> = new Set(['gpx', 'kml'])

export const exportForms = ['machine', 'people'] as const
export type ExportForm = (typeof exportForms)[number]

/** Formats of files that people read. `xlsx` is for people alone. */
export const formatsForPeople: ReadonlySet<ExportFormat> = new Set(['csv', 'xlsx'])

export const exportFormats = ['csv', 'xlsx', 'ndjson', 'gpx', 'kml'] as const
export const ExportFormat = Type.Enum(exportFormats, {
  description:
    'csv: RFC 4180 in UTF-8 with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe. One of the trail begins with what the screen says, in words; one of statistics has a row for each day and figure. xlsx: a workbook (ISO/IEC 29500) with a sheet of rows and one about the file; for people, at most 1,048,575 rows. ndjson: one JSON object a line, with the values as they are. gpx (1.1) and kml (2.2): positions alone, without those that are not on the globe.',
})
export type ExportFormat = Static<typeof ExportFormat>

export const ListExport = Type.Object(
  {
    export_reference: Ulid,
    url: Type.String({ description: 'A short-lived address of the file. It can be used once.' }),
    expires_at: Timestamp,
  },
  { title: 'ListExport', description: 'Where the rows of a list can be fetched as a file.' },
)
export type ListExport = Static<typeof ListExport>

export const createExport = call({
  catalogue: 'client',
  method: 'POST',
  path: '/exports',
  summary:
    'Hands out the rows of a list as a file, with the filters and the rights of the list; recorded before the address leaves. The file has no content of recordings.',
  action: 'signed_in',
  body: Type.Object(
    {
      list: Type.Enum(exportedLists, {
        description: 'The call of the list. It needs the action of that call; a list of the trail also audit:export.',
      }),
      params: Type.Optional(
        Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), {
          description: "The parameters of the list's path",
        }),
      ),
      query: Type.Optional(
        Type.Object(
          {
            filter: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
            sort: Type.Optional(Type.Enum(['desc', 'asc'])),
          },
          { ...closed, description: 'As the list takes it' },
        ),
      ),
      format: ExportFormat,
      form: Type.Optional(
        Type.Enum(exportForms, {
          description:
            'machine (if absent): the names and values of the API. people: headings, states, names and times as on the screen, one line a row, in the language and time zone given; csv separates cells by semicolons in pt-BR. For the lists that the portal offers it for, and the formats csv and xlsx.',
        }),
      ),
      columns: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
          minItems: 1,
          maxItems: 100,
          description:
            'Of a file for people: the columns of the screen, in their order. What names the row is always there. All if absent',
        }),
      ),
      locale: Type.Optional({
        ...Locale,
        description: 'In which language a file for people, or a CSV file of the trail, is read; en-GB if absent',
      }),
      time_zone: Type.Optional({ ...TimeZone, description: 'Of the times in a file for people; UTC if absent' }),
      filename: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Under which name the file is saved' }),
      ),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: ListExport,
  responseHeaders: {
    'Set-Cookie': { description: 'Opens the address in this browser alone', schema: Type.String(), statuses: [200] },
  },
  audit: 'list.exported',
  errors: [
    'auth.forbidden',
    'request.not_found',
    'payload.not_found',
    'search.off',
    'search.unreadable',
    'export.too_many_rows',
  ],
  beyondSpecification: true,
})

export const getExport = call({
  catalogue: 'client',
  method: 'GET',
  path: '/exports/{ticket}',
  summary:
    'Streams the rows of an export. Access is checked for every page of the list: a file whose caller loses it says so at its end, and the connection breaks off.',
  action: 'public',
  params: Type.Object({ ticket: Type.String({ minLength: 16, maxLength: 100, pattern: '^[A-Za-z0-9_.-]+$' }) }, closed),
  requestHeaders: {
    Cookie: { description: 'Of people: the one that came with the address', schema: Type.String() },
    Authorization: { description: 'Of client apps: their token, instead of a cookie', schema: Type.String() },
  },
  responseKind: 'stream',
  contentTypes: [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/x-ndjson',
    'application/gpx+xml',
    'application/vnd.google-earth.kml+xml',
  ],
  responseHeaders: {
    'Content-Disposition': {
      description: 'Under which name the file is saved',
      schema: Type.String(),
      statuses: [200],
    },
  },
  errors: [
    'export.expired',
    'export.too_many',
    'auth.inactive',
    'auth.bad_token',
    'auth.bad_support_prefix',
    'auth.forbidden',
    'auth.address_not_allowed',
    'auth.terms_required',
  ],
  beyondSpecification: true,
})

export const exportCalls = { createExport, getExport }
