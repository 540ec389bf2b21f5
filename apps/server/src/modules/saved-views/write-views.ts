import { type CallInput, type calls, limits, ProductError, type SavedView, type ViewSearch } from '@holdfast/contract'
import { lockRole, type PortalUser } from '../../core/authorization/index.ts'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { findPerson, lockPortalUser } from '../portal-users/index.ts'
import { isViewSeen, selectSharedViews } from './shared-views.ts'
import { fieldsOf, mattersOf, notifyViewers, savedViews, toView, type ViewRow } from './view-record.ts'

/** `POST /views`. */
export const createView = (
  ctx: RequestContext,
  { body: { path, name, search, role_reference } }: CallInput<typeof calls.createView>,
): Promise<SavedView> => {
  const person = personWithViews(ctx)
  const owner = person.user_reference
  assertStorable({ name, search })
  return ctx.transaction(async (tx) => {
    // Serialises what a person saves, so that nobody gets past the limit with two calls at once.
    await lockPortalUser(tx, owner)
    await assertRoom(tx, owner)
    await assertShareable(tx, person, role_reference)
    const fields = { owner, path, name, search: JSON.stringify(search), role_reference }
    const view = await savedViews.insert(tx, newId(tx.now), fields, owner)
    await notifyViewers(tx, view)
    tx.audit('saved_view.created', { view_reference: view.view_reference, ...mattersOf(view), after: fieldsOf(view) })
    return withOwnName(tx, view)
  })
}

/** `PATCH /views/{view_reference}`: only the owner changes a view. */
export const patchView = (
  ctx: RequestContext,
  { params: { view_reference }, body }: CallInput<typeof calls.patchView>,
): Promise<SavedView> => {
  const person = personWithViews(ctx)
  const { version, ...changes } = body
  assertStorable(changes)
  return ctx.transaction(async (tx) => {
    const stored = await lockView(tx, view_reference)
    if (stored.owner !== person.user_reference) throw await refusalFor(tx, person, stored)
    assertVersion(version, stored)
    const { name = stored.name, search = stored.search, role_reference = stored.role_reference } = changes
    if (changes.role_reference !== undefined) await assertShareable(tx, person, role_reference, stored)
    if (isUnchanged(fieldsOf(stored), { ...fieldsOf(stored), name, search, role_reference })) {
      tx.audit('record.unchanged', { view_reference })
      return withOwnName(tx, stored)
    }
    const fields = { name, search: JSON.stringify(search), role_reference }
    const view = await savedViews.replace(tx, view_reference, fields, person.user_reference)
    await notifyViewers(tx, stored, view)
    tx.audit('saved_view.updated', {
      view_reference,
      ...mattersOf(stored, view),
      before: fieldsOf(stored),
      after: fieldsOf(view),
    })
    return withOwnName(tx, view)
  })
}

/** `DELETE /views/{view_reference}`: the owner deletes a view, and whoever may change roles one that is shared with a role. */
export const deleteView = (
  ctx: RequestContext,
  { params: { view_reference }, query }: CallInput<typeof calls.deleteView>,
): Promise<undefined> => {
  const person = personWithViews(ctx)
  return ctx.transaction(async (tx) => {
    const stored = await lockView(tx, view_reference)
    const isOwn = stored.owner === person.user_reference
    const isInCharge = stored.role_reference !== null && ctx.access.can('roles:write')
    if (!isOwn && !isInCharge) throw await refusalFor(tx, person, stored)
    assertVersion(query.version, stored)
    await savedViews.remove(tx, view_reference)
    await notifyViewers(tx, stored)
    tx.audit('saved_view.deleted', {
      view_reference,
      ...mattersOf(stored),
      owner: stored.owner,
      before: fieldsOf(stored),
    })
    return undefined
  })
}

/**
 * The person who calls.
 * @throws ProductError `auth.forbidden` for client apps, and for staff on a visit: nothing of theirs stays in the account
 */
const personWithViews = ({ user }: RequestContext): PortalUser => {
  if (user.visit) throw new ProductError('auth.forbidden')
  return user
}

/** @throws ProductError `request.not_found` */
const lockView = async (tx: TenantTransaction, view_reference: string): Promise<ViewRow> => {
  const view = await savedViews.lock(tx, view_reference)
  if (!view) throw new ProductError('request.not_found')
  return view
}

/** Somebody who can see the view learns that it is not theirs; for everybody else it does not exist. */
const refusalFor = async (tx: TenantTransaction, person: PortalUser, view: ViewRow): Promise<ProductError> => {
  const seen = await isViewSeen(tx, view, person)
  return new ProductError(seen ? 'saved_view.not_own' : 'request.not_found')
}

/** @throws ProductError `saved_view.too_large`; `request.malformed` for text that PostgreSQL cannot store */
const assertStorable = ({ name, search }: { name?: string; search?: ViewSearch }): void => {
  if (!isStorable({ name: name ?? '', search: search ?? {} })) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  if (search && Buffer.byteLength(JSON.stringify(search)) > limits.maxViewSearchBytes) {
    throw new ProductError('saved_view.too_large')
  }
}

/** @throws ProductError `saved_view.too_many` */
const assertRoom = async (tx: TenantTransaction, owner: string): Promise<void> => {
  const limit = limits.maxViewsOfPerson
  const own = await savedViews.select(tx).where('owner', '=', owner).limit(limit).execute()
  if (own.length >= limit) throw new ProductError('saved_view.too_many', { limit })
}

/**
 * People share with roles that they have themselves. The role is locked until the transaction ends, so that no view is shared with
 * a role that is being deleted, and two people who share at once cannot get past the limit.
 * @throws ProductError `saved_view.role_not_own`, `saved_view.role_full`
 */
const assertShareable = async (
  tx: TenantTransaction,
  { roles }: PortalUser,
  role_reference: string | null,
  stored?: ViewRow,
): Promise<void> => {
  if (role_reference === null) return
  if (!roles.includes(role_reference)) throw new ProductError('saved_view.role_not_own')
  const role = await lockRole(tx, role_reference)
  if (!role) throw new ProductError('saved_view.role_not_own')
  if (stored?.role_reference === role_reference) return
  const limit = limits.maxSharedViews
  const shared = await selectSharedViews(tx, [role_reference]).limit(limit).execute()
  if (shared.length >= limit) throw new ProductError('saved_view.role_full', { limit })
}

const withOwnName = async (tx: TenantTransaction, view: ViewRow): Promise<SavedView> =>
  toView(view, (await findPerson(tx, view.owner))?.name)
