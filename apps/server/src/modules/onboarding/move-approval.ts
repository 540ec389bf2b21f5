import { type Access, type Group, type MoveDifference, moveProblem } from '@holdfast/access'
import { findGroup, type RunningVisit } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { gainsOfMoves } from '../access-gains/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { isBeyondOwn } from './grant-by-move.ts'

/** The groups that device users leave, the group that they move to, and the access that others gain by it. */
export interface ComparedMove {
  readonly from: readonly Group[]
  readonly to: Group
  readonly gained: readonly MoveDifference[]
}

/** Whether somebody may approve these moves: they see roles, and could make the moves themselves without accepting gains that they could not grant. */
export const mayApproveMove = (access: Access, { from, to, gained }: ComparedMove): boolean =>
  access.can('roles:read') &&
  [...from, to].every((group) => access.can('device_users:write', { group })) &&
  from.every((one) => moveProblem(access, { from: one, to }) === null) &&
  !gained.some(isBeyondOwn(access, from))

interface HandedOverMove {
  device_user_reference: string
  version: number
  group: string
}

/** Compares moves that were handed over; the answer is `null` for one that can't be made any more. */
export const comparedMoves = (
  tx: TenantTransaction,
  visits: readonly RunningVisit[],
): ((move: HandedOverMove) => Promise<ComparedMove | null>) => {
  const gainsOf = gainsOfMoves(tx, visits)
  return async ({ device_user_reference, version, group }) => {
    const person = await findDeviceUser(tx, device_user_reference)
    if (person?.version !== version) return null
    const [from, to] = [await findGroup(tx, person.group), await findGroup(tx, group)]
    if (!from || !to) return null
    const move = { from: [from], to }
    return { ...move, gained: await gainsOf(move) }
  }
}
