import { Type } from 'typebox'
import { nounActions, nouns } from './nouns/index.ts'
import { plannedActions } from './planned.ts'

/**
 * Everything a role can allow, as `noun:verb`, with the sentence that the role editor shows.
 * Source: docs/decisions/0001, 'Roles'. Only `internal:*` opens the provider's area.
 */
export const actions = {
  'payloads:read': 'Find recordings and read what is known about them',
  'payloads:play': 'Play or view the content of recordings in the portal',
  'payloads:download': 'Download the content of recordings',
  'payloads:update': 'Correct the details of recordings, and scan quarantined ones again',
  'payloads:delete': 'Delete recordings (they can be restored)',
  'payloads:restore': 'Restore deleted recordings',
  'comments:read': 'Read comments on recordings',
  'comments:write': 'Write and change own comments on recordings',
  'comments:delete': 'Delete comments on recordings',
  'receipts:write': 'Confirm that recordings were received',
  'reviews:read': 'See who reviewed recordings and what came of it',
  'reviews:write': 'Mark recordings as reviewed',
  'reviews:manage': 'Assign recordings to reviewers, and see how far they are',
  'devices:read': 'See devices',
  'devices:add': 'Add devices before they authenticate',
  'devices:deactivate': 'Deactivate and block devices, and lift blocks',
  'devices:delete': 'Remove devices',
  'devices:command': 'Send commands to devices',
  'device_users:read': 'See device users',
  'device_users:write': 'Onboard, change and offboard device users',
  'enrolment:read': 'Show the enrolment secret of the account, and enrol handsets for people',
  'enrolment:rotate': 'Replace the enrolment secret of the account',
  'groups:read': 'See groups',
  'groups:write': 'Create, change and delete groups',
  'tags:read': 'See tag definitions',
  'tags:write': 'Create, change and delete tag definitions',
  'roles:read': 'See roles',
  'roles:write': 'Create, change and delete roles',
  'account:read': 'See account settings',
  'account:write': 'Change account settings',
  'carrier_records:read': "See carriers' call records beside recordings",
  'carrier_records:write': "Explain and sign off carriers' records that have no recording or differ",
  'carrier_imports:read': "See the files of carriers' call records, of all groups",
  'carrier_imports:write': "Import files of carriers' call records of all groups, and undo imports",
  'completeness:read': 'See which recordings are missing, and from which devices',
  'completeness:explain': 'Explain why recordings are missing',
  'completeness:state': 'Make signed statements of completeness',
  'audit:read': 'Read the trail of activities',
  'audit:export': 'Export evidence and the trail of activities',
  'gps:read': 'See positions of devices',
  'logs:read': 'Read device logs',
  'telemetry:read': 'See device telemetry and metrics',
  'migrations:read': 'See migrations from the legacy platform',
  'migrations:write': 'Run migrations and change their settings',
  'support_access:read': 'See support access requests and visits',
  'support_access:decide': 'Approve, reject or revoke support access',
  'internal:clients': "See and create customers' accounts",
  'internal:support': "Ask for and use support access to customers' accounts",
  'internal:telemetry': "See telemetry across customers' accounts",
  'internal:staff': "See the provider's staff",
  'internal:keys': "See and rotate customers' public keys",
  ...nounActions,
} as const satisfies Record<`${string}:${string}`, string>

export type Action = keyof typeof actions

/** All actions, in the order in which the role editor lists them. */
export const allActions = Object.keys(actions) as Action[]

/** The actions that forms offer: all but those that open nothing yet. Roles that name the others stay valid. */
export const offeredActions: readonly Action[] = allActions.filter((action) => !Object.hasOwn(plannedActions, action))

/**
 * Whether an action concerns the data of single payloads, which the payload types of a role limit (product.md section 6).
 * Actions on devices, groups or settings have no payload type, so the limit only applies to them if a question names a type.
 */
export const isPayloadAction = (action: Action): boolean => /^(payloads|comments|receipts|reviews):/.test(action)

/** Actions that belong to the account as a whole and not to a group. */
const ofNoGroup = /^(roles|tags|internal|account|support_access|enrolment|carrier_imports):/

/**
 * Whether an action never concerns a group, so that permissions and denials that are limited to groups never apply to it.
 */
export const concernsNoGroup = (action: string): boolean => ofNoGroup.test(action) || accountActions.has(action)

const accountActions: ReadonlySet<string> = new Set(
  nouns.flatMap(({ limitedBy, actions: own }) => (limitedBy === 'account' ? Object.keys(own) : [])),
)

/** The actions that open the content of recordings. A change that gives them can need a second person (docs/decisions/0054). */
export const contentActions = ['payloads:play', 'payloads:download'] as const satisfies readonly Action[]

export const Action = Type.Enum(allActions)
