import { type Action, payloadTypes } from '@holdfast/contract'
import type { Access } from './access.ts'
import type { Group } from './group.ts'
import { isPayloadAction } from './payload-actions.ts'

export interface ActionChange {
  readonly gains: boolean
  readonly loses: boolean
}

/** Where an action is allowed for one payload type, or where none is in question. */
interface Reach {
  readonly withoutGroup: boolean
  readonly groups: readonly string[]
}

/** Whether more of an action, and whether less of it, is allowed after a change: in one of `groups`, or where none is in question. */
export const changeOfAction = (
  action: Action,
  before: Access,
  after: Access,
  groups: readonly Group[],
): ActionChange => {
  const reached = reachesOf(action, before, groups)
  const compared = reachesOf(action, after, groups).map((reach, index) => compare(reached[index] ?? nowhere, reach))
  return { gains: compared.some(({ gains }) => gains), loses: compared.some(({ loses }) => loses) }
}

const nowhere: Reach = { withoutGroup: false, groups: [] }

const reachesOf = (action: Action, access: Access, groups: readonly Group[]): Reach[] => {
  if (!isPayloadAction(action)) {
    return [{ withoutGroup: access.can(action), groups: access.groupsFor(action, groups) }]
  }
  const rows = access.visibility(action, groups)
  const every = groups.map(({ group_reference }) => group_reference)
  return payloadTypes.map((payload_type) => {
    const seen = rows.find(({ payload_types }) => payload_types.includes(payload_type))?.groups ?? nowhere.groups
    return { withoutGroup: access.can(action, { payload_type }), groups: seen === 'all' ? every : seen }
  })
}

/** Both lists are in the order of the groups that were asked about, each once. */
const compare = (before: Reach, after: Reach): ActionChange => {
  const former = new Set(before.groups)
  const kept = after.groups.filter((group) => former.has(group)).length
  return {
    gains: (after.withoutGroup && !before.withoutGroup) || after.groups.length > kept,
    loses: (before.withoutGroup && !after.withoutGroup) || before.groups.length > kept,
  }
}
