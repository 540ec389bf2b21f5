import type { CallInput, calls, PersonName } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { peopleByReference } from './people.ts'

/**
 * `GET /people_names`. Recordings, reviews and comments tell everybody who reads them the references of colleagues. Their names, and nothing
 * else about them, are open to all people of the account; others need the right to see who there is, or to read the trail. Who was removed keeps their name.
 */
export const namePeople = async (
  ctx: RequestContext,
  { query: { user_references } }: CallInput<typeof calls.namePeople>,
): Promise<{ items: PersonName[] }> => {
  if (!mayNamePeople(ctx)) return { items: [] }
  const people = await ctx.read((tx) => peopleByReference(tx, user_references))
  return {
    items: [...people.values()].map(({ user_reference, name }) => ({ user_reference, name: name || null })),
  }
}

/** Whether the caller may read the names of colleagues. Readers of the trail may: it says who did what. */
export const mayNamePeople = ({ caller, access }: RequestContext): boolean =>
  (caller.kind === 'portal_user' && !caller.visit) || mayFindPeople({ access })

/** Whether the caller may find people by name. */
export const mayFindPeople = ({ access }: Pick<RequestContext, 'access'>): boolean =>
  access.can('roles:read') || access.mayAtAll('audit:read')

/** These people in one text, by name if the caller may read names. */
export const namedFor = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  user_references: readonly string[],
): Promise<string> => {
  const people = await peopleByReference(tx, mayNamePeople(ctx) ? user_references : [])
  return user_references.map((person) => people.get(person)?.name || person).join(', ')
}
