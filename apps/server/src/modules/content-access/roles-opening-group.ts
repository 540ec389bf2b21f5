import { contentActions as openingActions, payloadTypes } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { eventLoopYielder } from '../../platform/yield-to-event-loop.ts'
import {
  accessToContent,
  beforeAllAssignees,
  type ContentAction,
  contentActions,
  type PreparedRoles,
} from '../explanations/index.ts'
import { accountAt } from './account-at.ts'
import { type AssigneeAt, assigneesAt } from './assignees-at.ts'

interface OpeningRole {
  readonly role_reference: string
  /** Whether it allows playing or downloading; others allow finding alone. */
  readonly opensContent: boolean
}

type Opening = Pick<AssigneeAt, 'kind' | 'reference' | 'display_name'> & { roles: readonly OpeningRole[] }

/**
 * The people and client apps that can find or open recordings of a group now, each with the roles that allow it.
 * Staff on a visit are left out, because their access ends by itself.
 * @returns `null` if there is no such group
 */
export const rolesOpeningGroup = async (tx: TenantTransaction, group_reference: string): Promise<Opening[] | null> => {
  const account = await accountAt(tx, tx.now)
  const group = account.groups.find((one) => one.group_reference === group_reference)
  if (!group) return null
  const known = new Map<PreparedRoles, readonly OpeningRole[]>()
  const rolesAllowing = (set: PreparedRoles, open: readonly ContentAction[]): ReadonlySet<string> => {
    const contents = payloadTypes.map((payload_type) => ({ group, payload_type, open }))
    return new Set(contents.flatMap((content) => accessToContent([set], content).deciding_roles))
  }
  const rolesOf = (set: PreparedRoles): OpeningRole[] => {
    const opening = rolesAllowing(set, openingActions)
    return [...rolesAllowing(set, contentActions)].map((role_reference) => ({
      role_reference,
      opensContent: opening.has(role_reference),
    }))
  }
  const turn = eventLoopYielder()
  const found: Opening[] = []
  for await (const { kind, reference, display_name, sets } of assigneesAt(tx, account, everybody)) {
    const roles = sets.flatMap((set) => {
      const ofSet = known.get(set) ?? rolesOf(set)
      known.set(set, ofSet)
      return ofSet
    })
    if (roles.length > 0) found.push({ kind, reference, display_name, roles })
    await turn()
  }
  return found
}

const everybody = { from: beforeAllAssignees, only: null, visits: [] }
