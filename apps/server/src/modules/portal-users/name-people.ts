import type { CallInput, calls, PersonName } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { peopleByReference } from './people.ts'

/**
 * `GET /people_names`. Recordings, reviews and comments tell everybody who reads them the references of colleagues. Their names, and nothing
 * else about them, are open to all people of the account; others need the right to see who there is. Who was removed keeps their name.
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

/** Whether the caller may read the names of colleagues. */
export const mayNamePeople = ({ caller, access }: RequestContext): boolean =>
  (caller.kind === 'portal_user' && !caller.visit) || access.can('roles:read')
