import {
  type Access,
  type AccessFromSomewhere,
  accessesFromEverywhere,
  compileRoles,
  type Question,
} from '@holdfast/access'
import type { Action, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { loadAccountCidrRanges, loadRoles } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { activePeople, activePeopleForGood, selectActive } from './people.ts'

/** An active person of the account. */
export type ActivePerson = Awaited<ReturnType<typeof activePeople>>[number]

/** An action, and what it is done with. */
type Needed = Question & { action: Action }

/** The active people whose roles allow all of this together, from at least one address. */
export const peopleWhoMay = (tx: TenantTransaction, needed: readonly Needed[]): Promise<ActivePerson[]> =>
  peopleWith(tx, mayDoAll(needed))

/** The same without roles for a time: the right does not end by itself. */
export const peopleWhoMayForGood = async (tx: TenantTransaction, needed: readonly Needed[]): Promise<ActivePerson[]> =>
  peopleWith(tx, mayDoAll(needed), await activePeopleForGood(tx))

const mayDoAll =
  (needed: readonly Needed[]) =>
  (access: Access): boolean =>
    needed.every(({ action, ...about }) => access.can(action, about))

/** The active people whose access is sufficient, from at least one address. */
export const peopleWith = async (
  tx: TenantTransaction,
  isSufficient: (access: Access) => boolean,
  among?: readonly ActivePerson[],
): Promise<ActivePerson[]> => {
  const people = among ?? (await activePeople(tx))
  const accessesOf = await accessesOfPeople(tx, people)
  // Computed once for each set of roles, which many people share.
  const known = new Map<Accesses, boolean>()
  return people.filter((person) => {
    const accesses = accessesOf(person)
    const allowed = known.get(accesses) ?? accesses.some(({ access }) => isSufficient(access))
    known.set(accesses, allowed)
    return allowed
  })
}

/** Whether somebody may do something with what has this group and type. */
type MayWith = (user_reference: string, about: Required<Question>) => boolean

/**
 * Whether each of these people may do all of these actions, by the roles that they have now, from at least one address. Nobody else may.
 * @param actions a function of the payload type gives several sets of actions, of which one is enough
 */
export const rightsOf = async (
  tx: TenantTransaction,
  user_references: readonly string[],
  actions: readonly Action[] | ((payload_type: PayloadType) => readonly (readonly Action[])[]),
): Promise<MayWith> => {
  const waysOf = typeof actions === 'function' ? actions : () => [actions]
  const people = await selectActive(tx).where(sql<boolean>`user_reference = any(${user_references}::text[])`).execute()
  const accessesOf = await accessesOfPeople(tx, people)
  const byReference = new Map(people.map((person) => [person.user_reference, accessesOf(person)]))
  const known = new Map<string, boolean>()
  return (user_reference, about) => {
    const accesses = byReference.get(user_reference)
    if (!accesses) return false
    const key = JSON.stringify([user_reference, about.group.group_reference, about.payload_type])
    const may = (ofOneWay: readonly Action[]) =>
      mayAll(
        accesses,
        ofOneWay.map((action) => ({ action, ...about })),
      )
    const allowed = known.get(key) ?? waysOf(about.payload_type).some(may)
    known.set(key, allowed)
    return allowed
  }
}

/** What somebody's roles allow from every address that makes a difference. */
type Accesses = readonly AccessFromSomewhere[]

const mayAll = (accesses: Accesses, needed: readonly Needed[]): boolean =>
  accesses.some(({ access }) => needed.every(({ action, ...about }) => access.can(action, about)))

/** People with the same roles have the same accesses. */
const accessesOfPeople = async (
  tx: TenantTransaction,
  people: readonly ActivePerson[],
): Promise<(person: ActivePerson) => Accesses> => {
  const roles = await loadRoles(tx, [...new Set(people.flatMap((person) => person.roles))])
  const rules = new Map(roles.map((role) => [role.role_reference, role]))
  const account_cidr_ranges = await loadAccountCidrRanges(tx)
  const known = new Map<string, Accesses>()
  return (person) => {
    const key = JSON.stringify([...person.roles].sort())
    const own = person.roles.flatMap((role) => rules.get(role) ?? [])
    const accesses =
      known.get(key) ?? accessesFromEverywhere(compileRoles(own, { client: tx.client }), { account_cidr_ranges })
    known.set(key, accesses)
    return accesses
  }
}
