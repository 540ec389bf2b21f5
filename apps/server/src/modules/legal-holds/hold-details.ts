import { type HeldTargetType, holdsOfRequest } from '@holdfast/contract'

/** The names under which the trail knows what an entry is about. */
const subjects = {
  DeviceUser: 'device_user_reference',
  PortalUser: 'user_reference',
  Group: 'group_reference',
  Payload: 'payload_references',
} as const satisfies Record<HeldTargetType, string>

interface Holds {
  matter_reference: string
  target_type: HeldTargetType
  targets: readonly string[]
  /** Why they are released. */
  reason?: string | undefined
}

/** The details that the trail keeps of holds: the matter, the first targets, and the number of all. */
export const holdDetails = ({ matter_reference, target_type, targets, reason }: Holds) => {
  const named = targets.slice(0, holdsOfRequest)
  return {
    matter_reference,
    target_type,
    targets: named,
    total: targets.length,
    [subjects[target_type]]: named,
    ...(reason !== undefined && { reason }),
  }
}
