import { createHash } from 'node:crypto'
import { type ChangeProblem, changeProblem } from '@holdfast/access'
import type { RoleFields, RoleRules } from '@holdfast/contract'
import { callsWithEvent } from '../../core/activities/index.ts'
import { lockAccessVersion, readAccessVersion } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { grantingAccess } from '../grants/index.ts'
import { peopleInRole } from '../portal-users/index.ts'
import { holdersOfRole } from './role-holders.ts'
import { type RoleRow, rulesOf } from './role-record.ts'

const maxChanges = 100

/** A change of a role, as recorded on the trail. */
export interface RoleChangeDetails {
  readonly role_reference: string
  readonly before: RoleFields | null
  readonly after: RoleFields
  /** The account's access version after the change. */
  readonly access_version: number
  /** Digest of the people who had the role at that time. */
  readonly holders_digest: string
}

interface RoleChange {
  readonly stored: RoleRow | null
  readonly rules: RoleRules
  readonly isSaved: boolean
}

/** What the author of a change may not grant, or only for as long as they can do it themselves. */
interface UngrantableChange extends ChangeProblem {
  readonly ends_sooner: boolean
}

/**
 * The first permission that a change of a role adds and that its author may not grant; `null` if there is none. The
 * change is compared with the stored version and with the versions before the author's own latest changes, so that
 * people can restore what they removed.
 */
export const problemOfChange = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { stored, rules, isSaved }: RoleChange,
): Promise<UngrantableChange | null> => {
  // Roles have no end, so only what the author can do for good counts.
  const lasting = await grantingAccess(ctx, tx, null)
  const problemSince = (version: RoleRules | null): UngrantableChange | null => {
    const now = changeProblem(ctx.access, version, rules)
    const later = now ?? (lasting === ctx.access ? null : changeProblem(lasting, version, rules))
    return later && { ...later, ends_sooner: now === null }
  }
  const problem = problemSince(stored && rulesOf(stored.role_reference, stored))
  if (!problem || !stored || !isAuthorOf(ctx, stored)) return problem
  const former = await versionsBeforeOwnChanges(tx, stored, { isSaved })
  return former.some((version) => problemSince(version) === null) ? null : problem
}

/** Only for people of the account: a visit ends, and an app's reference can be reused for a new app. */
const isAuthorOf = ({ caller }: RequestContext, { updated_by }: RoleRow): boolean =>
  caller.kind === 'portal_user' && !caller.visit && caller.user_reference === updated_by

/**
 * The earlier versions of a role, as long as its last author was the only one to change access in the account since and the
 * same people hold the role. Otherwise somebody could remove a permission, assign the role to others and then restore the
 * permission for them. Read from the trail, which is append-only.
 */
const versionsBeforeOwnChanges = async (
  tx: TenantTransaction,
  { role_reference, updated_by }: RoleRow,
  { isSaved }: { isSaved: boolean },
): Promise<RoleRules[]> => {
  // While the role is saved, no other change of access is made until the transaction ends.
  let expected = await (isSaved ? lockAccessVersion(tx) : readAccessVersion(tx))
  const { support_access } = await holdersOfRole(tx, role_reference)
  const digest = await holdersDigest(tx, role_reference)
  if (support_access > 0 || updated_by === null) return []
  const versions: RoleRules[] = []
  for (const { before, access_version, holders_digest } of await changesBy(tx, role_reference, updated_by)) {
    if (!before || access_version !== expected || holders_digest !== digest) return versions
    versions.push(rulesOf(role_reference, before))
    expected -= 1
  }
  return versions
}

/**
 * Shows whether the same people have a role. Client apps and account defaults are left out, because giving them the
 * role changes the access version.
 */
export const holdersDigest = async (tx: TenantTransaction, role_reference: string): Promise<string> => {
  const members = await peopleInRole(tx, role_reference)
  const references = members.map(({ user_reference }) => user_reference)
  return createHash('sha256').update(JSON.stringify(references)).digest('base64url')
}

/** A person's changes of a role, newest first. */
const changesBy = async (
  tx: TenantTransaction,
  role_reference: string,
  author: string,
): Promise<Partial<RoleChangeDetails>[]> => {
  const wanted = { event: 'role.updated', details: { role_reference } } as const
  const calls = await callsWithEvent(tx, { user_id: author, wanted, limit: maxChanges })
  return calls.flatMap(({ events }) => (events as { details: Partial<RoleChangeDetails> }[]).map((one) => one.details))
}
