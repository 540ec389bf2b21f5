import type { Group } from '@holdfast/access'
import { type Action, type PayloadType, payloadTypes } from '@holdfast/contract'
import { referenceAllows } from '../../../packages/access/test/reference-evaluator.ts'
import { apps, client, devices, deviceUsers, groups, people, type Recording, recordings, trail } from './fixtures.ts'
import type { Assignee } from './random-roles.ts'

/** The answers that somebody with these roles must get, by a naive evaluation of the rules over the fixtures. */
export const expectedAnswers = ({ roles, address }: Assignee) => {
  const can = (action: Action, group?: string | null, payload_type?: PayloadType): boolean => {
    const found = groups.find(({ group_reference }) => group_reference === group)
    return referenceAllows(roles, {
      client,
      address,
      action,
      ...(found ? { group: found } : {}),
      ...(payload_type ? { payload_type } : {}),
    })
  }
  const inGroups = <T extends { readonly group: string | null }>(action: Action, items: readonly T[]) =>
    items.filter(({ group }) => can(action, group))
  const mayRead = ({ group, payload_type }: Recording) => can('payloads:read', group, payload_type)
  const found = recordings.filter(mayRead)
  const visibleDevices = inGroups('devices:read', devices)
  const visibleUsers = inGroups('device_users:read', deviceUsers)
  const byDevice = (one: string) => found.filter(({ device_reference }) => device_reference === one)
  const byUser = (one: string) => found.filter(({ device_user_reference }) => device_user_reference === one)
  return {
    profileGroups: groups.map(nameOf).filter((group) => isVisible(can, group)),
    groups: groups.map(nameOf).filter((group) => can('groups:read', group)),
    devices: visibleDevices.map(({ device_reference }) => device_reference),
    deviceUsers: visibleUsers.map(({ device_user_reference }) => device_user_reference),
    onDashboard: { devices: visibleDevices.length, users: visibleUsers.length },
    payloads: found.map(referenceOf).sort(),
    payloadsInLegal: found
      .filter(({ group }) => group === 'Legal')
      .map(referenceOf)
      .sort(),
    calls: found
      .filter(({ payload_type }) => payload_type === 'Call')
      .map(referenceOf)
      .sort(),
    payloadsOfDevices: devices.map(({ device_reference }) => byDevice(device_reference).map(referenceOf).sort()),
    payloadsOfUsers: deviceUsers.map(({ device_user_reference: one }) => byUser(one).map(referenceOf).sort()),
    playable: found
      .filter(({ group, payload_type }) => can('payloads:play', group, payload_type))
      .map(referenceOf)
      .sort(),
    trail: trail.filter((group) => can('audit:read', group)),
    apps: inGroups('apps:read', apps)
      .map(({ app_reference }) => app_reference)
      .sort(),
    people: can('roles:read')
      ? people.map(({ user_reference, user_group }) => [
          user_reference,
          can('groups:read', user_group) ? user_group : null,
        ])
      : [],
    accountActions: (['roles:read', 'tags:read', 'account:read', 'support_access:read'] as const).filter((one) =>
      can(one),
    ),
    events: allowedEvents(can),
  }
}

export type ExpectedAnswers = ReturnType<typeof expectedAnswers>

const nameOf = ({ group_reference }: Group): string => group_reference
const referenceOf = ({ payload_reference }: Recording): string => payload_reference

type Can = (action: Action, group?: string | null, payload_type?: PayloadType) => boolean

const isVisible = (can: Can, group: string): boolean =>
  payloadTypes.some((type) => can('payloads:read', group, type)) ||
  (['devices:read', 'device_users:read', 'groups:read'] as const).some((action) => can(action, group))

/** Live events, one of each kind and group, of which the person may receive some. */
export const liveEvents = [
  ...groups.flatMap(({ group_reference: group }) => [
    { kind: 'device', action: 'devices:read', group, payload_type: null } as const,
    { kind: 'device_user', action: 'device_users:read', group, payload_type: null } as const,
    { kind: 'group', action: 'groups:read', group, payload_type: null } as const,
    { kind: 'app', action: 'apps:read', group, payload_type: null } as const,
    { kind: 'payload', action: 'payloads:read', group, payload_type: 'Call' } as const,
    { kind: 'payload', action: 'payloads:read', group, payload_type: 'SMS' } as const,
  ]),
  { kind: 'role', action: 'roles:read', group: null, payload_type: null } as const,
  { kind: 'tag', action: 'tags:read', group: null, payload_type: null } as const,
]

const allowedEvents = (can: Can): number[] =>
  liveEvents.flatMap(({ action, group, payload_type }, index) =>
    can(action, group, payload_type ?? undefined) ? index : [],
  )
