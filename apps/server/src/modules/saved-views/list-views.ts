import { limits, type SavedViews } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { selectSharedViews } from './shared-views.ts'
import { savedViews, toView } from './view-record.ts'

/** `GET /views`. Staff on a visit have none: views belong to the people of the account. */
export const listViews = async (ctx: RequestContext): Promise<SavedViews> => {
  const { user_reference, roles, visit } = ctx.user
  if (visit) return { items: [], has_more: false }
  return ctx.read(async (tx) => {
    const own = await savedViews
      .select(tx)
      .where('owner', '=', user_reference)
      .orderBy('view_reference', 'desc')
      .limit(limits.maxViewsOfPerson)
      .execute()
    const shared = await selectSharedViews(tx, roles)
      .where('view.owner', '<>', user_reference)
      .orderBy('view.view_reference', 'desc')
      .limit(limits.maxSharedViews + 1)
      .execute()
    const person = own.length > 0 ? await findPerson(tx, user_reference) : undefined
    return {
      items: [
        ...own.map((row) => toView(row, person?.name)),
        ...shared.slice(0, limits.maxSharedViews).map(({ owner_name, ...row }) => toView(row, owner_name)),
      ],
      has_more: shared.length > limits.maxSharedViews,
    }
  })
}
