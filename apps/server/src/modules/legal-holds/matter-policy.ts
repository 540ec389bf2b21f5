/** The rights to matters. */
import type { Access } from '@holdfast/access'
import { generalMatter, type Matter, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Condition, TenantTransaction } from '../../platform/database/index.ts'
import { type MatterRow, matters } from './matter-record.ts'

type People = Pick<MatterRow, 'owner' | 'members'>
type Act = Matter['may'][number]

export const isOfMatter = ({ owner, members }: People, person: string): boolean =>
  owner === person || members.includes(person)

/** Recordings and notes of a matter are for its owner and members, and for people who place holds on behalf of any matter. */
export const mayOpen = (access: Access, matter: People, person: string): boolean =>
  access.can('matters:read') && (access.can('legal_holds:place') || isOfMatter(matter, person))

export const mayAdd = (access: Access, matter: People, person: string): boolean =>
  access.can('matters:write') && (access.can('legal_holds:place') || isOfMatter(matter, person))

/** Holds without a matter of their own are placed with the general one, which is kept by people who place holds. */
export const isReserved = (access: Access, matter_reference: string): boolean =>
  matter_reference === generalMatter && !access.can('legal_holds:place')

export const mayChange = (access: Access, { matter_reference, owner }: MatterRow, person: string): boolean =>
  access.can('matters:write') &&
  (access.can('legal_holds:place') || owner === person) &&
  !isReserved(access, matter_reference)

/** A person of the account itself: neither a client app nor staff on a visit, who own nothing. */
export const isOwnPerson = ({ caller }: RequestContext): boolean => caller.kind === 'portal_user' && !caller.visit

/** @param hasOwner whether its owner is still in the account */
export const whatOneMay = (ctx: RequestContext, matter: MatterRow, hasOwner: boolean): Act[] => {
  const { access, actor } = ctx
  const person = actor.reference
  const isNamed = mayAdd(access, matter, person)
  return [
    ...(mayOpen(access, matter, person) ? (['open'] as const) : []),
    ...(isNamed && !matter.is_closed ? (['add'] as const) : []),
    ...(mayChange(access, matter, person) ? (['change'] as const) : []),
    ...(isNamed && !hasOwner && isOwnPerson(ctx) && !isReserved(access, matter.matter_reference)
      ? (['take_over'] as const)
      : []),
  ]
}

/** Readers of legal holds see that there is a matter, and everybody else the matters that name them. */
export const isSeen = (ctx: RequestContext, matter: People): boolean =>
  ctx.access.can('legal_holds:read') || isOfMatter(matter, ctx.actor.reference)

const namesPerson = (person: string): Condition => sql<boolean>`(owner = ${person} or ${person} = any(members))`

/** The conditions for the rows of matters that the caller sees. */
export const seenMatters = (ctx: RequestContext, isOwn: boolean | undefined): Condition[] => {
  const own = namesPerson(ctx.actor.reference)
  if (isOwn === false) return [sql<boolean>`not ${own}`, ...(ctx.access.can('legal_holds:read') ? [] : [own])]
  return isOwn || !ctx.access.can('legal_holds:read') ? [own] : []
}

/** The condition for matters that the caller may open. */
export const openableMatters = (ctx: RequestContext): Condition[] =>
  ctx.access.can('legal_holds:place') ? [] : [namesPerson(ctx.actor.reference)]

/** The title of a matter that the caller sees; `null` otherwise. */
export const titleOfMatter = async (ctx: RequestContext, matter_reference: string): Promise<string | null> => {
  const matter = await ctx.read((tx) => matters.find(tx, matter_reference))
  return matter !== undefined && isSeen(ctx, matter) ? matter.title : null
}

/** Whether the caller may open a matter; false for one that does not exist. */
export const mayOpenMatter = async (ctx: RequestContext, matter_reference: string): Promise<boolean> => {
  const matter = await ctx.read((tx) => matters.find(tx, matter_reference))
  return matter !== undefined && mayOpen(ctx.access, matter, ctx.actor.reference)
}

/** The same of a person and the matter of a filter, if it names one; for jobs, which have the access of several people. */
export const mayOpenMatterOf = async (
  tx: TenantTransaction,
  { matter_reference }: { matter_reference?: string | undefined },
  person: string,
): Promise<(access: Access) => boolean> => {
  if (matter_reference === undefined) return () => true
  const matter = await matters.find(tx, matter_reference)
  return (access) => matter !== undefined && mayOpen(access, matter, person)
}

/**
 * Refuses what the caller may not do with a matter. One that they do not see does not exist for them.
 * @throws ProductError `request.not_found`, `auth.forbidden`
 */
export const assertMay = (
  ctx: RequestContext,
  matter: MatterRow | undefined,
  may: (access: Access, matter: People, person: string) => boolean,
): MatterRow => {
  if (!matter || !isSeen(ctx, matter)) throw new ProductError('request.not_found')
  if (!may(ctx.access, matter, ctx.actor.reference)) throw new ProductError('auth.forbidden')
  return matter
}
