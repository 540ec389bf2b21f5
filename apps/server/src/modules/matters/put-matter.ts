import { type CallInput, type calls, type Matter, ProductError } from '@holdfast/contract'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import {
  activeHoldsOfMatter,
  feedDetails,
  isOwnPerson,
  isReserved,
  isSeen,
  lockHolds,
  type MatterRow,
  matters,
  mayChange,
  notifyOfMatter,
  stopFeeds,
  toMatters,
  whatOneMay,
} from '../legal-holds/index.ts'
import { notifyPeople, removeNotifications } from '../notifications/index.ts'
import { namedFor, peopleByReference, peopleWith } from '../portal-users/index.ts'

const fieldsOf = ({ title, reason, review_on, is_closed, owner, members }: MatterRow) => ({
  title,
  reason,
  review_on,
  is_closed,
  owner,
  members,
})
type Fields = ReturnType<typeof fieldsOf>

/** As the trail names them. */
const toldOf = ({ title, reason, review_on, is_closed, owner, members }: Fields) => ({
  matter_title: title,
  matter_reason: reason,
  review_on,
  is_matter_closed: is_closed,
  owner,
  members,
})

/**
 * `PUT /matters/{matter_reference}`: opens a matter, changes it, hands it on or closes it.
 * @throws ProductError `edit.conflict`, `auth.forbidden`, `matter.has_holds`, `matter.unknown_person`
 */
export const putMatter = (
  ctx: RequestContext,
  { params: { matter_reference }, body: { version, ...written } }: CallInput<typeof calls.putMatter>,
): Promise<Matter> =>
  ctx.transaction(async (tx) => {
    if (isReserved(ctx.access, matter_reference)) throw new ProductError('auth.forbidden')
    await lockHolds(tx, 'update')
    const before = await matters.lock(tx, matter_reference)
    // The reference is taken, and nothing else of it is known to the caller.
    if (before && !isSeen(ctx, before)) throw new ProductError('edit.conflict')
    assertVersion(version, before)
    const former = before ?? { owner: isOwnPerson(ctx) ? ctx.actor.reference : null, members: [] }
    const fields = { owner: former.owner, members: former.members, ...written }
    await assertMayChange(ctx, tx, before, fields)
    await assertKnown(ctx, tx, before, fields)
    const held = fields.is_closed && (await activeHoldsOfMatter(tx, { matter_reference, after: '', limit: 1 }))
    if (held && held.length > 0) throw new ProductError('matter.has_holds')
    const [matter] = await toMatters(ctx, tx, [await save(ctx, tx, { matter_reference, before, fields })])
    if (!matter) throw new Error('The matter was saved, but not found')
    return matter
  })

/** Somebody who may not change the matter can take it over from an owner who was removed, and change nothing else with it. */
const assertMayChange = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  before: MatterRow | undefined,
  fields: Fields,
): Promise<void> => {
  if (!before || mayChange(ctx.access, before, ctx.actor.reference)) return
  const { owner } = before
  const hasOwner = owner !== null && (await peopleByReference(tx, [owner])).get(owner)?.is_active === true
  const takesOver = isUnchanged({ ...fieldsOf(before), owner: ctx.actor.reference }, fields)
  if (!takesOver || !whatOneMay(ctx, before, hasOwner).includes('take_over')) throw new ProductError('auth.forbidden')
}

/**
 * Nobody is named who is not in the account, or whose roles do not let them open matters. People who were named before stay until
 * somebody takes them off.
 * @throws ProductError `matter.unknown_person`
 */
const assertKnown = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  before: MatterRow | undefined,
  { owner, members }: Fields,
): Promise<void> => {
  const namedBefore = new Set(before ? [before.owner, ...before.members] : [ctx.actor.reference])
  const added = [owner, ...members].filter((person) => person !== null && !namedBefore.has(person)) as string[]
  if (added.length === 0) return
  const able = await peopleWith(tx, (access) => access.can('matters:read'))
  const refused = added.filter((person) => !able.some(({ user_reference }) => user_reference === person))
  if (refused.length > 0) throw new ProductError('matter.unknown_person', { people: await namedFor(ctx, tx, refused) })
}

interface Change {
  matter_reference: string
  before: MatterRow | undefined
  fields: Fields
}

const save = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { matter_reference, before, fields }: Change,
): Promise<MatterRow> => {
  if (before && isUnchanged(fieldsOf(before), fields)) {
    tx.audit('record.unchanged', { matter_reference })
    return before
  }
  const by = ctx.actor.reference
  const stopped =
    before && fields.is_closed ? await stopFeeds(tx, { matter_reference, ending: 'closed', stopped_by: by }) : []
  tx.audit('matter.saved', {
    matter_reference,
    before: before ? toldOf(before) : null,
    after: toldOf(fields),
    ...(stopped.length > 0 && { stopped_feeds: stopped.length }),
  })
  for (const feed of stopped) tx.audit('matter.feed_stopped', { ...feedDetails(feed), ending: 'closed' })
  const saved = before
    ? await matters.replace(tx, matter_reference, fields, by)
    : await matters.insert(tx, matter_reference, { ...fields, created_by: by }, by)
  await notifyNamed(tx, before, saved)
  // People who are no longer members are named, too.
  await notifyOfMatter(tx, {
    ...saved,
    members: [...saved.members, ...(before?.members ?? []), before?.owner ?? []].flat(),
  })
  return saved
}

/**
 * Notifies people whom somebody else made the owner or a member. The notifications of people whom the matter no longer names are removed,
 * because they have its title.
 */
const notifyNamed = async (tx: AuditedTransaction, before: MatterRow | undefined, saved: MatterRow): Promise<void> => {
  const { matter_reference: reference, title: name, owner, members, updated_by: caused_by } = saved
  const about = { caused_by, reference, name }
  const named = [owner, ...members]
  const removed = [before?.owner ?? [], before?.members ?? []].flat().filter((person) => !named.includes(person))
  await removeNotifications(tx, { recipients: removed, kinds: ['matter_owned', 'matter_joined'], reference })
  const added = members.filter((person) => person !== owner && !before?.members.includes(person))
  await notifyPeople(tx, [
    ...(owner === null || owner === before?.owner
      ? []
      : [{ ...about, recipient: owner, kind: 'matter_owned' as const }]),
    ...added.map((recipient) => ({ ...about, recipient, kind: 'matter_joined' as const })),
  ])
}
