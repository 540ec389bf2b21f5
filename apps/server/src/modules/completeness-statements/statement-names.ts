import type { StatementContent } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { namesOfDeviceUsers } from '../device-users/index.ts'
import { mayNamePeople, peopleByReference } from '../portal-users/index.ts'

/** Which names a statement may contain: those that its author may see. */
export interface NamesToSee {
  /** The groups whose people the author sees. */
  groups: readonly string[]
  /** Whether the author sees the names of colleagues. */
  colleagues: boolean
  author: string
}

export const namesToSee = async (ctx: RequestContext): Promise<NamesToSee> => ({
  groups: await ctx.groupsFor('device_users:read'),
  colleagues: mayNamePeople(ctx),
  author: ctx.actor.reference,
})

type Names = Required<Pick<StatementContent, 'device_user_names' | 'colleague_names'>>
type WithoutNames = Omit<StatementContent, keyof Names>

/** Current names of the statement's author and of the people it mentions. */
export const namesIn = async (
  tx: TenantTransaction,
  { gaps, silent_devices, people_with_fewer_devices }: WithoutNames,
  { groups, colleagues, author }: NamesToSee,
): Promise<Names> => {
  const persons = [...gaps.items, ...silent_devices.items, ...people_with_fewer_devices.items]
  const device_users = new Set(persons.flatMap(({ device_user_reference: person }) => person ?? []))
  const authors = new Set([author, ...gaps.items.flatMap(({ explained_by }) => explained_by ?? [])])
  const known = colleagues ? [...(await peopleByReference(tx, [...authors])).values()] : []
  return {
    device_user_names: await namesOfDeviceUsers(tx, { device_user_references: [...device_users], groups }),
    colleague_names: known.flatMap(({ user_reference, name }) => (name ? { user_reference, name } : [])),
  }
}

/** Looks names up in a statement. Earlier statements contain none. */
export const statedNames = ({ device_user_names = [], colleague_names = [] }: Partial<Names>) => {
  const people = new Map(device_user_names.map((person) => [person.device_user_reference, person.name]))
  const colleagues = new Map(colleague_names.map((person) => [person.user_reference, person.name]))
  return {
    personName: (reference: string | null) => people.get(reference ?? '') ?? null,
    colleagueName: (reference: string | null) => colleagues.get(reference ?? '') ?? null,
  }
}
