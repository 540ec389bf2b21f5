import { type Action, type CallDeclaration, calls, fullPath, type PayloadType, payloadTypes } from '@holdfast/contract'
import type { Caller } from './callers.ts'
import { accountOf, expectation, isPermitted } from './expectation.ts'
import { backOffice, desk, type groups } from './fixture-data.ts'
import type { MatrixServer } from './matrix-server.ts'

interface GroupedList {
  readonly call: CallDeclaration
  readonly name:
    | 'listActivities'
    | 'listConversations'
    | 'listDeviceLogs'
    | 'listDevices'
    | 'listDeviceUsers'
    | 'listGroups'
    | 'listPayloads'
    | 'listPersonalNumbers'
    | 'listSequenceGaps'
    | 'listPositions'
  readonly action: Action
  readonly types: readonly (PayloadType | undefined)[]
  /** Whether the list has items that belong to no group. */
  readonly hasUngrouped: boolean
}

const list = (name: GroupedList['name'], action: Action, own: Partial<GroupedList> = {}) =>
  [name, { name, call: calls[name], action, types: [undefined], hasUngrouped: false, ...own }] as const

/** Lists of things that belong to groups; each has items of both groups. */
export const groupedLists = [
  list('listActivities', 'audit:read', { hasUngrouped: true }),
  list('listDevices', 'devices:read'),
  list('listDeviceUsers', 'device_users:read'),
  list('listPersonalNumbers', 'personal_numbers:read'),
  list('listSequenceGaps', 'completeness:read'),
  list('listPositions', 'gps:read'),
  list('listDeviceLogs', 'logs:read'),
  list('listGroups', 'groups:read'),
  list('listPayloads', 'payloads:read', {
    types: payloadTypes.filter((type) => ['Call', 'Interview', 'SMS'].includes(type)),
  }),
  list('listConversations', 'payloads:read', { types: ['SMS'] }),
] as const

/** The groups of the listed items, and null for items without one. A refused list has no items. */
export const listedGroups = async (
  { server, signedInCallers }: MatrixServer,
  caller: Caller,
  { call, hasUngrouped }: GroupedList,
): Promise<(string | null)[]> => {
  const path = fullPath(call).replace('{client}', caller.at)
  const listItems = async (query: string): Promise<readonly Item[]> => {
    const headers = { ...(await signedInCallers.get(caller)?.headers()) }
    const response = await server.call('GET', `${path}?${query}`, { headers })
    return ((await response.json()) as { items?: Item[] }).items ?? []
  }
  const found: (string | null)[] = []
  if (hasUngrouped && (await listItems('limit=100')).some(({ group }) => group === null)) found.push(null)
  for (const { group_reference } of [backOffice, desk]) {
    const items = await listItems(`filter[groups][0]=${encodeURIComponent(group_reference)}`)
    if (items.length > 0) found.push(group_reference)
  }
  return found
}

interface Item {
  readonly group?: string | null
}

/** The groups that the rules allow in the list. */
export const allowedGroups = (caller: Caller, { call, name, action, types, hasUngrouped }: GroupedList) => {
  if (expectation({ name, call, open: [200] }, caller).verdict !== 'open') return []
  const isAllowed = (group?: (typeof groups)[number]): boolean =>
    types.some((payload_type) => isPermitted(caller, accountOf(call, caller), { action, group, payload_type }))
  return [
    ...(hasUngrouped && isAllowed() ? [null] : []),
    ...[backOffice, desk].filter((group) => isAllowed(group)).map(({ group_reference }) => group_reference),
  ]
}
