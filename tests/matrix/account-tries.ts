import type { Action } from '@holdfast/contract'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { answers, type Need, ok, type Request, type Requests } from './answers.ts'
import {
  appAudience,
  appIssuer,
  backOffice,
  customer,
  desk,
  nothing,
  ofBackOffice,
  ofDesk,
  pendingRequest,
  subject,
} from './standing-things.ts'

/** A version that no edit has reached: callers who may change something get a conflict, and change nothing. */
const version = 999
const conflict = answers('edit.conflict')
const unknown = answers('request.not_found')

const places = [
  { ...desk, ...ofDesk, about: 'of the desk' },
  { ...backOffice, ...ofBackOffice, about: 'of the back office' },
]
type Place = (typeof places)[number]

const needs = (action: Action, group: Need['group'], refused: Need['refused'] = unknown): Need => ({
  action,
  group,
  verdict: refused[0] === 404 ? 'hidden' : 'refused',
  refused,
})

/** The same request for both groups. */
const inBoth = (action: Action, request: (place: Place) => Omit<Request, 'about' | 'needs'>): Request[] =>
  places.map((place) => ({ about: place.about, needs: [needs(action, place)], ...request(place) }))

const ofDevice = ({ device_reference }: Place) => ({ params: { device_reference }, open: ok })
const ofDeviceUser = ({ device_user_reference }: Place) => ({ params: { device_user_reference }, open: ok })
const ofGroup = ({ group_reference }: Place) => ({ params: { group_reference }, open: ok })
const ofApp = ({ app_reference }: Place) => ({ params: { app_reference }, open: ok })

const appBody = {
  oidc_config: {
    issuer: appIssuer,
    audience: appAudience(ofDesk.app_reference),
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
const region = { tag_key: 'region' }
const explained = `?user_reference=${subject}&action=devices:read`

/**
 * Calls about an account: devices and their users, groups, tags, roles, apps, settings, the trail and support access.
 */
export const accountTries = {
  getDashboard: [{ open: ok }],
  listActivities: [{ open: ok }],
  listDeviceActivities: [{ open: ok }],
  listDevices: [{ open: ok }],
  getDevice: inBoth('devices:read', ofDevice),
  blockDevice: places.map((place) => ({
    ...ofDevice(place),
    about: place.about,
    body: { reason: ' ' },
    open: answers('request.invalid'),
  })),
  unblockDevice: places.map((place) => ({
    ...ofDevice(place),
    about: place.about,
    needs: [needs('devices:read', place), needs('devices:deactivate', place, answers('auth.forbidden'))],
    open: answers('device.not_blocked'),
  })),
  listDeviceUsers: [{ open: ok }],
  getDeviceUser: inBoth('device_users:read', ofDeviceUser),
  listDeviceUserDevices: inBoth('devices:read', ofDeviceUser),
  listGroups: [{ open: ok }],
  getGroup: inBoth('groups:read', ofGroup),
  putGroup: places.map((place) => ({
    ...ofGroup(place),
    about: place.about,
    body: { version, tags: place.tags },
    needs: [needs('groups:write', place, answers('auth.forbidden'))],
    open: conflict,
  })),
  deleteGroup: places.map((place) => ({
    ...ofGroup(place),
    about: place.about,
    needs: [needs('groups:read', place), needs('groups:write', place, answers('auth.forbidden'))],
    open: answers('group.in_use'),
  })),
  previewGroup: places.map((place) => ({
    ...ofGroup(place),
    about: place.about,
    body: { tags: place.tags },
    needs: [needs('groups:write', place, answers('auth.forbidden'))],
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
  deleteTag: [{ params: region, open: answers('tag.breaks_groups') }],
  listRoles: [{ open: ok }],
  getRole: [{ params: { role_reference: 'Auditor' }, open: ok }],
  putRole: [{ params: { role_reference: 'Auditor' }, body: { version: 0, ...roleBody }, open: answers('role.system') }],
  deleteRole: [{ params: { role_reference: 'Auditor' }, open: answers('role.system') }],
  previewRole: [{ params: { role_reference: 'New role' }, body: roleBody, open: ok }],
  explainAccess: [
    { about: 'without a group', query: explained, open: ok },
    ...inBoth('groups:read', ({ group_reference }) => ({
      query: `${explained}&group_reference=${encodeURIComponent(group_reference)}`,
      open: ok,
    })),
  ],
  explainGranting: [{ query: '?edited=roles', open: ok }],
  getAccountDefaults: [{ open: ok }],
  putAccountDefaults: [{ body: { version, user_group: null, role: null, cidr_ranges: null }, open: conflict }],
  previewAccountLimit: [{ body: { cidr_ranges: null }, open: ok }],
  confirmAccountLimit: [{ body: { version }, open: conflict }],
  getAccountDeviceConfiguration: [{ open: ok }],
  putAccountDeviceConfiguration: [{ body: { gps_interval_ms: 60_000 }, open: ok }],
  listApps: [{ open: ok }],
  getApp: inBoth('apps:read', ofApp),
  createApp: [{ params: { app_reference: ofDesk.app_reference }, body: appBody, open: answers('app.exists') }],
  putApp: inBoth('apps:write', ({ app_reference }) => ({
    params: { app_reference },
    body: { version, ...appBody },
    open: conflict,
  })),
  deleteApp: [{ params: { app_reference: 'No such app' }, open: unknown }],
  listPortalUsers: [{ open: ok }],
  removePortalUser: [{ params: nobody, open: unknown }],
  restorePortalUser: [{ params: nobody, open: unknown }],
  endPortalUserSessions: [{ params: nobody, open: unknown }],
  listSupportAccess: [{ open: ok }],
  getSupportAccess: [ofRequest],
  getLeftBehind: [ofRequest],
  listVisit: [ofRequest],
  decideSupportAccess: [
    { params: { request_reference: nothing }, body: { approval_state: 'rejected' }, open: unknown },
  ],
} as const satisfies Requests
