import { type Action, defaultAlertPreferences } from '@holdfast/contract'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import {
  appAudience,
  appIssuer,
  backOffice,
  backOfficeFixture,
  customer,
  desk,
  deskFixture,
  explainedPerson,
  otherNumber,
  pendingRequest,
  personalNumber,
  unknownReference,
} from './fixture-data.ts'
import { errorAnswer, type Need, ok, type RequestDefinition, type RequestDefinitions } from './request-definition.ts'

/** A version that no edit has reached: callers who may change something get a conflict, and change nothing. */
const version = 999
const conflict = errorAnswer('edit.conflict')
const unknown = errorAnswer('request.not_found')

const groupCases = [
  { ...desk, ...deskFixture, about: 'of the desk' },
  { ...backOffice, ...backOfficeFixture, about: 'of the back office' },
]
type GroupCase = (typeof groupCases)[number]

const needs = (action: Action, group: Need['group'], refused: Need['refused'] = unknown): Need => ({
  action,
  group,
  verdict: refused[0] === 404 ? 'hidden' : 'refused',
  refused,
})

const toSeeRoles: Need = { action: 'roles:read', verdict: 'refused', refused: errorAnswer('auth.forbidden') }

/** The same request for both groups. */
const forBothGroups = (
  action: Action,
  request: (groupCase: GroupCase) => Omit<RequestDefinition, 'about' | 'needs'>,
): RequestDefinition[] =>
  groupCases.map((groupCase) => ({ about: groupCase.about, needs: [needs(action, groupCase)], ...request(groupCase) }))

const ofDevice = ({ device_reference }: GroupCase) => ({ params: { device_reference }, open: ok })
const ofGap = ({ gap_reference }: GroupCase) => ({ params: { gap_reference }, open: ok })
const toExplain = (groupCase: GroupCase): Need[] => [
  needs('completeness:read', groupCase),
  needs('completeness:explain', groupCase, errorAnswer('auth.forbidden')),
]
const toState = (groupCase: GroupCase): Need[] => [
  needs('completeness:read', groupCase),
  needs('completeness:state', groupCase, errorAnswer('auth.forbidden')),
]
const ofDeviceUser = ({ device_user_reference }: GroupCase) => ({ params: { device_user_reference }, open: ok })
const ofGroup = ({ group_reference }: GroupCase) => ({ params: { group_reference }, open: ok })
const ofApp = ({ app_reference }: GroupCase) => ({ params: { app_reference }, open: ok })

const personIn = ({ group_reference: group }: GroupCase) => ({
  group,
  services: ['calls'],
  email: 'ana@example.com',
  first_name: 'Ana',
  surname: 'Reis',
})
const toChangePerson = (groupCase: GroupCase): Need[] => [
  needs('device_users:read', groupCase),
  needs('device_users:write', groupCase, errorAnswer('auth.forbidden')),
]

/** A row is answered by itself: a person of a hidden group exists. It has a version that no edit has reached, so that nothing changes. */
const importCases = groupCases.map((groupCase): RequestDefinition => {
  const { device_user_reference, group_reference: group } = groupCase
  return {
    about: groupCase.about,
    body: { rows: [{ device_user_reference, group, first_name: 'Anna', version }] },
    needs: [
      { ...needs('device_users:read', groupCase), verdict: 'hidden', refused: [200, 'device_user.exists'] },
      { ...needs('device_users:write', groupCase), verdict: 'withheld', refused: [200, 'auth.forbidden'] },
    ],
    open: [200, 'edit.conflict'],
  }
})

const enrolmentCases = groupCases.map(
  (groupCase): RequestDefinition => ({
    ...ofDeviceUser(groupCase),
    about: groupCase.about,
    needs: toChangePerson(groupCase),
  }),
)

const changingNumbers =
  (number: string) =>
  ({ device_user_reference }: GroupCase) => ({
    body: { device_user_reference, numbers: [number], reason: 'Please' },
    open: ok,
  })

const noImport = { import_reference: unknownReference }
const noStatement = { statement_reference: unknownReference }
const carrierMapping = {
  delimiter: ',',
  encoding: 'utf-8',
  has_titles: true,
  columns: {
    own_number: 'Own',
    other_number: null,
    begin: 'Begin',
    begin_time: null,
    end: null,
    duration: null,
    direction: null,
    record_type: null,
  },
  date_order: 'ymd',
  timezone: 'UTC',
  duration_format: 'seconds',
  decimal_separator: '.',
  country: 'GB',
  words: { inbound: [], outbound: [], call: [], sms: [], mms: [], ignored: [] },
  time_tolerance_s: 90,
  duration_tolerance_s: 10,
}

const unknownReview = { review_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }

const appBody = {
  oidc_config: {
    issuer: appIssuer,
    audience: appAudience(deskFixture.app_reference),
    jwks_uri: `${appIssuer}/jwks`,
  },
  group: desk.group_reference,
  roles: [],
  cidr_ranges: null,
}

const roleBody = draft({ permissions: [{ actions_matching: 'tags:read' }] })

const ofRequest = {
  params: { request_reference: pendingRequest },
  open: (account: string) => (account === customer ? ok : unknown),
}
const nobody = { user_reference: 'nobody.of.this.name' }
const unknownDraft = { draft_reference: unknownReference }
const unknownRequest = { access_request_reference: unknownReference }
const noView = { view_reference: unknownReference }
const viewBody = { path: '/dashboard/services/calls', name: 'Late calls', role_reference: null }
/** More than the filters of a view may hold. */
const longText = Array.from({ length: 20 }, (_, place) => `${place}`.padStart(255, 'x'))
const region = { tag_key: 'region' }
const explained = `?user_reference=${explainedPerson}&action=devices:read`

/**
 * Calls about an account: devices and their users, groups, tags, roles, apps, settings, the trail and support access.
 */
const unknownTransferConfig = { transfer_config_reference: 'No_such_configuration' }
const transferConfigBody = {
  transfer_type: 'Payload',
  payload_types: ['Call'],
  schedule: 'rate(1 day)',
  pgp_key: null,
  params: {
    target_type: 'SFTP',
    host: '127.0.0.1',
    port: 1,
    username: 'holdfast',
    root_directory: '/in',
    host_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
  transfer_file_format: 'ZippedWithPassword',
  is_active: false,
} as const
const unknownWebhook = { webhook_reference: 'No such webhook' }
const unknownReport = { report_reference: unknownReference }
const reportBody = {
  version: 7,
  name: 'Each morning',
  kind: 'overview',
  view_reference: null,
  queue_reference: null,
  every: 'day',
  weekday: null,
  month_day: null,
  hour: 8,
  time_zone: 'UTC',
  recipients: ['nobody.of.this.name'],
  is_active: true,
} as const
const unknownAlerts = { alert_references: [unknownReference] }

export const accountRequests = {
  getDashboard: [{ open: ok }],
  listAlerts: [{ open: ok }],
  summariseAlerts: [{ open: ok }],
  getAlert: [{ params: { alert_reference: unknownReference }, open: unknown }],
  changeAlerts: [{ body: { ...unknownAlerts, change: 'clear' }, open: ok }],
  dismissAlerts: [{ body: unknownAlerts, open: ok }],
  raiseAlerts: [
    {
      body: {
        alerts: [
          {
            alert_type: 'Notification',
            alert_scope: 'ops',
            alert_severity: 'Low',
            alert_subject: 'Maintenance',
            alert_message: 'On Sunday at 6',
            group: 'No such group',
          },
        ],
      },
      open: unknown,
    },
  ],
  getOverview: [{ open: ok }],
  listActivities: [{ open: ok }],
  countActivitiesByHour: [{ query: '?from=2026-01-01&hours=24', open: ok }],
  getActivity: [{ params: { log_id: unknownReference }, open: unknown }],
  listDeviceActivities: [{ open: ok }],
  countDeviceActivitiesByHour: [{ query: '?from=2026-01-01&hours=24', open: ok }],
  getDeviceActivity: [{ params: { log_id: unknownReference }, open: unknown }],
  listDevices: [{ open: ok }],
  getDevice: forBothGroups('devices:read', ofDevice),
  // Devices that have authenticated, so that nothing is changed.
  putDevice: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    body: { device_user_reference: groupCase.device_user_reference },
    needs: [
      needs('devices:read', groupCase, errorAnswer('device_user.unknown')),
      needs('devices:add', groupCase, errorAnswer('auth.forbidden')),
    ],
    open: errorAnswer('device.exists'),
  })),
  blockDevice: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    body: { reason: ' ' },
    open: errorAnswer('request.invalid'),
  })),
  unblockDevice: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    needs: [needs('devices:read', groupCase), needs('devices:deactivate', groupCase, errorAnswer('auth.forbidden'))],
    open: errorAnswer('device.not_blocked'),
  })),
  deactivateDevice: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    body: { reason: ' ' },
    open: errorAnswer('request.invalid'),
  })),
  // Long before the device was changed last, so that nothing is removed.
  deleteDevice: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    query: '?updated_at=2000-01-01T00:00:00.000Z',
    needs: [needs('devices:read', groupCase), needs('devices:delete', groupCase, errorAnswer('auth.forbidden'))],
    open: conflict,
  })),
  dismissSharedSerial: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    needs: [needs('devices:read', groupCase), needs('devices:deactivate', groupCase, errorAnswer('auth.forbidden'))],
    open: errorAnswer('device.serial_not_shared'),
  })),
  listPhoneNumbers: [{ open: ok }],
  listDeviceHistory: forBothGroups('devices:read', ofDevice),
  listCommands: [{ open: ok }],
  listTelemetry: [{ open: ok }],
  listDeviceTelemetry: forBothGroups('telemetry:read', ofDevice),
  getTelemetrySeries: forBothGroups('telemetry:read', (groupCase) => ({
    ...ofDevice(groupCase),
    query: '?date_from=2026-01-01',
  })),
  listTelemetryApplications: forBothGroups('telemetry:read', ofDevice),
  listMetrics: [{ params: { scope: 'Summary' }, open: ok }],
  getPeriodMetrics: [{ params: { scope: 'Daily' }, open: ok }],
  listDeviceCommands: forBothGroups('devices:read', ofDevice),
  // A message that this command does not take, so that nothing is sent.
  sendCommand: groupCases.map((groupCase) => ({
    ...ofDevice(groupCase),
    about: groupCase.about,
    body: { command: 'sync_data', params: { message: 'Hello' } },
    needs: [needs('devices:read', groupCase), needs('devices:command', groupCase, errorAnswer('auth.forbidden'))],
    open: errorAnswer('command.no_message'),
  })),
  sendCommands: groupCases.map((groupCase) => ({
    about: groupCase.about,
    body: { device_references: [groupCase.device_reference], command: 'sync_data', params: { message: 'Hello' } },
    needs: [
      { ...needs('devices:read', groupCase), verdict: 'hidden', refused: [200, 'request.not_found'] },
      { ...needs('devices:command', groupCase), verdict: 'withheld', refused: [200, 'auth.forbidden'] },
    ],
    open: [200, 'command.no_message'],
  })),
  listDeviceUsers: [{ open: ok }],
  getDeviceUser: forBothGroups('device_users:read', ofDeviceUser),
  onboardDeviceUser: groupCases.map((groupCase) => ({
    ...ofDeviceUser(groupCase),
    about: groupCase.about,
    body: { version: 0, ...personIn(groupCase) },
    needs: [
      needs('device_users:read', groupCase, errorAnswer('group.unknown')),
      needs('device_users:write', groupCase, errorAnswer('auth.forbidden')),
    ],
    open: errorAnswer('device_user.exists'),
  })),
  putDeviceUser: groupCases.map((groupCase) => ({
    ...ofDeviceUser(groupCase),
    about: groupCase.about,
    body: { version, ...personIn(groupCase) },
    needs: toChangePerson(groupCase),
    open: conflict,
  })),
  offboardDeviceUser: groupCases.map((groupCase) => ({
    ...ofDeviceUser(groupCase),
    about: groupCase.about,
    query: `?version=${version}`,
    needs: toChangePerson(groupCase),
    open: conflict,
  })),
  previewDeviceUserMove: groupCases.map((groupCase) => ({
    about: groupCase.about,
    body: { device_user_references: [groupCase.device_user_reference], group: groupCase.group_reference },
    needs: [
      needs('device_users:read', groupCase, errorAnswer('group.unknown')),
      needs('device_users:write', groupCase, errorAnswer('auth.forbidden')),
    ],
    open: ok,
  })),
  previewDeviceUserImport: [{ body: { rows: [{ device_user_reference: 'nobody' }] }, open: ok }],
  applyDeviceUserImport: importCases,
  getEnrolmentSecretState: [{ open: ok }],
  showEnrolmentSecret: [{ open: ok }],
  rotateEnrolmentSecret: [{ body: { fingerprint: '0123456789ab', overlap_days: 1 }, open: conflict }],
  endFormerEnrolmentSecret: [{ open: unknown }],
  showEnrolmentDetails: enrolmentCases,
  createOneTimeCode: enrolmentCases,
  listDeviceUserDevices: forBothGroups('devices:read', ofDeviceUser),
  listPersonalNumbers: [{ open: ok }],
  // A number that is personal already, and one that is not, so that nothing changes.
  addPersonalNumbers: forBothGroups('personal_numbers:write', changingNumbers(personalNumber)),
  removePersonalNumbers: forBothGroups('personal_numbers:write', changingNumbers(otherNumber)),
  previewPersonalNumbers: forBothGroups('personal_numbers:write', ({ device_user_reference }) => ({
    body: { device_user_reference, numbers: [personalNumber] },
    open: ok,
  })),
  listCarrierMappings: [{ open: ok }],
  listCarrierImports: [{ open: ok }],
  uploadCarrierFile: [{ query: '?carrier_name=North&file_name=a.csv', open: errorAnswer('request.malformed') }],
  getCarrierImport: [{ params: noImport, open: unknown }],
  previewCarrierImport: [{ params: noImport, body: {}, open: unknown }],
  startCarrierImport: [{ params: noImport, body: { mapping: carrierMapping }, open: unknown }],
  undoCarrierImport: [{ params: noImport, body: { reason: 'Wrong file' }, open: unknown }],
  listCarrierImportRows: [{ params: noImport, open: unknown }],
  listCarrierRecords: [{ open: ok }],
  getCarrierRecord: [{ params: { record_reference: unknownReference }, open: unknown }],
  signOffCarrierRecords: [
    { body: { record_references: [unknownReference], reason: 'Roaming' }, open: [200, 'request.not_found'] },
  ],
  getCarrierMonths: [{ open: ok }],
  listSequenceGaps: [{ open: ok }],
  getSequenceGap: forBothGroups('completeness:read', ofGap),
  explainSequenceGap: groupCases.map((groupCase) => ({
    ...ofGap(groupCase),
    about: groupCase.about,
    body: { version, reason: 'other', text: 'Please' },
    needs: toExplain(groupCase),
    open: conflict,
  })),
  withdrawGapExplanation: groupCases.map((groupCase) => ({
    ...ofGap(groupCase),
    about: groupCase.about,
    body: { version, text: 'Please' },
    needs: toExplain(groupCase),
    open: conflict,
  })),
  listCompletenessDays: forBothGroups('completeness:read', ({ device_reference }) => ({
    query: `?device_reference=${device_reference}`,
    open: ok,
  })),
  getCompletenessFigures: [{ open: ok }],
  listCompletenessStatements: [{ open: ok }],
  previewCompletenessStatement: groupCases.map((groupCase) => ({
    about: groupCase.about,
    query: `?month=2026-01&group=${encodeURIComponent(groupCase.group_reference)}`,
    needs: toState(groupCase),
    open: ok,
  })),
  // A month that is not over, so that nothing is made.
  createCompletenessStatement: groupCases.map((groupCase) => ({
    about: groupCase.about,
    body: { month: '2999-12', group: groupCase.group_reference },
    needs: toState(groupCase),
    open: errorAnswer('completeness.month_not_over'),
  })),
  getCompletenessStatement: [{ params: noStatement, open: unknown }],
  getCompletenessStatementFile: [{ params: noStatement, query: '?format=pdf', open: unknown }],
  listStatementKeys: [{ open: ok }],
  listGroups: [{ open: ok }],
  getGroup: forBothGroups('groups:read', ofGroup),
  putGroup: groupCases.map((groupCase) => ({
    ...ofGroup(groupCase),
    about: groupCase.about,
    body: { version, tags: groupCase.tags },
    needs: [needs('groups:write', groupCase, errorAnswer('auth.forbidden'))],
    open: conflict,
  })),
  deleteGroup: groupCases.map((groupCase) => ({
    ...ofGroup(groupCase),
    about: groupCase.about,
    needs: [needs('groups:read', groupCase), needs('groups:write', groupCase, errorAnswer('auth.forbidden'))],
    open: errorAnswer('group.in_use'),
  })),
  previewGroup: groupCases.map((groupCase) => ({
    ...ofGroup(groupCase),
    about: groupCase.about,
    body: { tags: groupCase.tags },
    needs: [needs('groups:write', groupCase, errorAnswer('auth.forbidden'))],
  })),
  listTags: [{ open: ok }],
  getTag: [{ params: region, open: ok }],
  putTag: [
    {
      params: region,
      body: { version, tag_values: null, is_required: false, default_value: null },
      open: conflict,
    },
  ],
  previewTag: [
    { params: region, body: { definition: { tag_values: null, is_required: false, default_value: null } }, open: ok },
  ],
  deleteTag: [{ params: region, open: errorAnswer('tag.breaks_groups') }],
  listRoles: [{ open: ok }],
  handOverRole: [
    { body: { ...draft(), role_reference: 'Reviewer', version, note: 'Please' }, open: errorAnswer('role.system') },
  ],
  handOverGroup: groupCases.map((groupCase) => ({
    ...ofGroup(groupCase),
    about: groupCase.about,
    body: { version, tags: groupCase.tags, note: 'Please' },
    needs: [needs('groups:write', groupCase, errorAnswer('auth.forbidden'))],
    open: conflict,
  })),
  handOverTag: [{ params: { tag_key: 'nothing' }, body: { version, definition: null, note: 'Please' }, open: unknown }],
  handOverDefaultRole: [{ body: { version, role: null, note: 'Please' }, open: conflict }],
  handOverApp: [
    { params: { app_reference: 'No such app' }, body: { version, ...appBody, note: 'Please' }, open: unknown },
  ],
  handOverRoleAssignment: [
    {
      params: { user_reference: 'nobody.at.all', role_reference: 'Auditor' },
      body: { valid_until: '2000-01-01T00:00:00.000Z', reason: 'Please' },
      open: unknown,
    },
  ],
  handOverDeviceUser: groupCases.map((groupCase) => ({
    ...ofDeviceUser(groupCase),
    about: groupCase.about,
    body: { version, group: groupCase.group_reference, note: 'Please' },
    needs: toChangePerson(groupCase),
    open: conflict,
  })),
  handOverSecondPerson: [{ body: { version, note: 'Please' }, open: conflict }],
  listRoleDrafts: [{ open: ok }],
  getRoleDraft: [{ params: unknownDraft, open: unknown }],
  decideRoleDraft: [{ params: unknownDraft, body: { state: 'approved' }, open: unknown }],
  withdrawRoleDraft: [{ params: unknownDraft, open: unknown }],
  requestAccess: [
    {
      body: { action: 'payloads:play', payload_reference: unknownReference, reason: 'Please', hours: 8 },
      open: unknown,
    },
  ],
  listAccessRequests: [{ open: ok }],
  getAccessRequest: [{ params: unknownRequest, open: unknown }],
  listAccessRequestRoles: [{ params: unknownRequest, open: unknown }],
  decideAccessRequest: [{ params: unknownRequest, body: { state: 'rejected', decision_note: 'No' }, open: unknown }],
  withdrawAccessRequest: [{ params: unknownRequest, open: unknown }],
  listRoleVersions: [{ params: { role_reference: 'Auditor' }, open: ok }],
  getRole: [{ params: { role_reference: 'Auditor' }, open: ok }],
  putRole: [
    { params: { role_reference: 'Auditor' }, body: { version: 0, ...roleBody }, open: errorAnswer('role.system') },
  ],
  deleteRole: [{ params: { role_reference: 'Auditor' }, open: errorAnswer('role.system') }],
  previewRole: [{ params: { role_reference: 'New role' }, body: roleBody, open: ok }],
  explainAccess: [
    { about: 'without a group', query: explained, open: ok },
    ...forBothGroups('groups:read', ({ group_reference }) => ({
      query: `${explained}&group_reference=${encodeURIComponent(group_reference)}`,
      open: ok,
    })),
  ],
  listAccessReviewSchedules: [{ open: ok }],
  putAccessReviewSchedule: forBothGroups('groups:read', ({ group_reference }) => ({
    params: { group_reference },
    body: { owner: 'nobody', interval_days: 90, days_to_decide: 14, next_on: '2099-01-01' },
    open: errorAnswer('access_review.unknown_owner'),
  })),
  // A group without a schedule is answered like one that the caller does not see.
  deleteAccessReviewSchedule: [
    {
      params: { group_reference: desk.group_reference },
      open: errorAnswer('request.not_found'),
    },
  ],
  listAccessReviews: [{ open: ok }],
  getAccessReview: [{ params: unknownReview, open: errorAnswer('request.not_found') }],
  listAccessReviewItems: [{ params: unknownReview, open: errorAnswer('request.not_found') }],
  decideAccessReview: [
    { params: unknownReview, body: { decision: 'certified' }, open: errorAnswer('request.not_found') },
  ],
  finishAccessReview: [{ params: unknownReview, open: errorAnswer('request.not_found') }],
  listContentAccess: [
    ...forBothGroups('groups:read', ({ group_reference }) => ({
      query: `?filter[groups][0]=${encodeURIComponent(group_reference)}`,
      open: ok,
    })),
  ],
  explainGranting: [{ query: '?edited=roles', open: ok }],
  getAccountDefaults: [{ open: ok }],
  putAccountDefaults: [{ body: { version, user_group: null, role: null, cidr_ranges: null }, open: conflict }],
  previewDefaultRole: [{ body: { role: null }, open: ok }],
  previewAccountLimit: [{ body: { cidr_ranges: null }, open: ok }],
  confirmAccountLimit: [{ body: { version }, open: conflict }],
  getAccountDeviceConfiguration: [{ open: ok }],
  putAccountDeviceConfiguration: [{ body: { gps_interval_ms: 60_000 }, open: ok }],
  getAccountSettings: [{ open: ok }],
  getLicences: [{ open: ok }],
  putAccountSettings: [{ body: { is_word_search_on: false, is_asking_before_pictures: false }, open: ok }],
  getWordIndex: [{ open: ok }],
  rebuildWordIndex: [{ open: errorAnswer('search.off') }],
  deleteWordIndex: [{ open: errorAnswer('search.off') }],
  listApps: [{ open: ok }],
  getApp: forBothGroups('apps:read', ofApp),
  createApp: [{ params: { app_reference: deskFixture.app_reference }, body: appBody, open: errorAnswer('app.exists') }],
  putApp: forBothGroups('apps:write', ({ app_reference }) => ({
    params: { app_reference },
    body: { version, ...appBody },
    open: conflict,
  })),
  previewApp: [{ params: { app_reference: 'New app' }, body: { roles: [], cidr_ranges: null }, open: ok }],
  deleteApp: [{ params: { app_reference: 'No such app' }, open: unknown }],
  listReports: [{ open: ok }],
  // A version of a report that does not exist, so that nothing is stored.
  putReport: [{ params: unknownReport, body: reportBody, open: conflict }],
  changeReport: [{ params: unknownReport, body: { operation: 'leave' }, open: unknown }],
  listWebhooks: [{ open: ok }],
  getWebhook: [{ params: unknownWebhook, open: unknown }],
  // An address that the product does not take, so that nothing is stored.
  putWebhook: [
    {
      params: unknownWebhook,
      body: { url: 'https://user:secret@siem.example/', event_types: ['alert.raised'], is_active: true },
      open: errorAnswer('request.invalid'),
    },
  ],
  deleteWebhook: [{ params: unknownWebhook, open: unknown }],
  deliverToWebhook: [{ params: unknownWebhook, body: {}, open: unknown }],
  getAccountMigration: [{ open: ok }],
  putAccountMigration: [
    {
      body: { version: 7, disable_onboarding: false, disable_offboarding: false, disable_payloads: false },
      open: conflict,
    },
  ],
  listMigrations: [{ open: ok }],
  listMigrationExports: [{ open: ok }],
  // A part after the last one, so that nothing is stored.
  uploadMigrationPart: [
    {
      params: { folder: 'export' },
      query: '?file_name=users.csv&part=2&parts=1',
      open: errorAnswer('request.malformed'),
    },
  ],
  startMigration: [
    {
      body: { folder: 'none', source: 'legacy', is_dry_run: true, time_zone: 'UTC' },
      open: errorAnswer('migration.no_export'),
    },
  ],
  changeMigration: [
    { params: { migration_id: unknownReference }, body: { operation: 'stop' }, open: unknown },
    { params: { migration_id: unknownReference }, body: { operation: 'remove_export' }, open: unknown },
  ],
  listMigrationRows: [{ params: { migration_id: unknownReference }, open: unknown }],
  listMigrationReconciliation: [{ params: { migration_id: unknownReference }, open: unknown }],
  listTransferConfigs: [{ open: ok }],
  getTransferConfig: [{ params: unknownTransferConfig, open: unknown }],
  // Without its password, so that nothing is stored.
  createTransferConfig: [
    {
      params: unknownTransferConfig,
      body: transferConfigBody,
      open: errorAnswer('transfer_config.needs_zip_password'),
    },
  ],
  putTransferConfig: [{ params: unknownTransferConfig, body: { version, ...transferConfigBody }, open: unknown }],
  deleteTransferConfig: [{ params: unknownTransferConfig, open: unknown }],
  runTransferConfig: [{ params: unknownTransferConfig, body: {}, open: unknown }],
  // Refused after the rights were asked: one test runs at a time.
  testTransferConfig: [
    {
      params: unknownTransferConfig,
      body: { params: { ...transferConfigBody.params, port: 0 } },
      open: errorAnswer('request.invalid'),
    },
  ],
  getTransferSchedule: [{ query: '?schedule=rate(1%20day)', open: ok }],
  listTransfers: [{ open: ok }],
  getTransfer: [{ params: { transfer_id: unknownReference }, open: unknown }],
  runTransfer: [{ params: { transfer_id: unknownReference }, body: {}, open: unknown }],
  listTransferItems: [{ params: { transfer_id: unknownReference }, open: unknown }],
  listTransferDays: [{ open: ok }],
  listNotifications: [{ open: ok }],
  markNotificationsRead: [{ body: { notification_references: [unknownReference] }, open: ok }],
  markAllNotificationsRead: [{ body: { until: unknownReference }, open: ok }],
  getNotificationSettings: [{ open: ok }],
  putAlertPreferences: [{ body: defaultAlertPreferences, open: ok }],
  putNotificationSetting: [{ params: { kind: 'mentioned' }, body: { delivery: 'off' }, open: ok }],
  listViews: [{ open: ok }],
  createView: [
    { body: { ...viewBody, search: { filter: { text: longText } } }, open: errorAnswer('saved_view.too_large') },
  ],
  patchView: [{ params: noView, body: { version, name: 'Late calls' }, open: unknown }],
  deleteView: [{ params: noView, open: unknown }],
  listPortalUsers: [{ open: ok }],
  namePeople: [{ query: '?user_references[]=nobody', open: ok }],
  putRoleAssignment: [
    {
      params: { ...nobody, role_reference: 'Auditor' },
      body: { valid_until: '2020-01-01T00:00:00.000Z', reason: 'Holiday' },
      open: unknown,
    },
  ],
  previewGivenRole: [{ params: { ...nobody, role_reference: 'Auditor' }, needs: [toSeeRoles], open: unknown }],
  deleteRoleAssignment: [{ params: { ...nobody, role_reference: 'Auditor' }, open: unknown }],
  removePortalUser: [{ params: nobody, open: unknown }],
  restorePortalUser: [{ params: nobody, open: unknown }],
  endPortalUserSessions: [{ params: nobody, open: unknown }],
  listSupportAccess: [{ open: ok }],
  getSupportAccess: [ofRequest],
  getLeftBehind: [ofRequest],
  listVisit: [ofRequest],
  getVisitFigures: [ofRequest],
  decideSupportAccess: [
    { params: { request_reference: unknownReference }, body: { approval_state: 'rejected' }, open: unknown },
  ],
} as const satisfies RequestDefinitions
