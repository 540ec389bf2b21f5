import { type Access, accessesFromEverywhere, compileRoles } from '@holdfast/access'
import { actionOfDraft, ProductError } from '@holdfast/contract'
import { findGroup, loadAccountCidrRanges, loadRoles } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { findPerson } from '../portal-users/index.ts'
import type { StoredDraft } from './draft-row.ts'

/**
 * Two people make a change: the one who handed it over has to be one of those who may make such changes, still.
 * @returns what the author can do, from an address from which they may make it
 * @throws ProductError `role_draft.author_lost_rights`, also if they were removed
 */
export const assertAuthorStillMay = async (
  tx: TenantTransaction,
  { handed_over_by, kind, subject, change }: StoredDraft,
): Promise<Access> => {
  const author = await findPerson(tx, handed_over_by)
  const rules = author?.is_active ? await loadRoles(tx, author.roles) : []
  const where = await groupOf(tx, { kind, subject, change })
  const group = where === null ? undefined : await findGroup(tx, where)
  const accesses = accessesFromEverywhere(compileRoles(rules, { client: tx.client }), {
    account_cidr_ranges: await loadAccountCidrRanges(tx),
  })
  const action = actionOfDraft[kind]
  const allowed = accesses.find(({ access }) => (group ? access.can(action, { group }) : access.mayAtAll(action)))
  if (!allowed) throw new ProductError('role_draft.author_lost_rights')
  return allowed.access
}

/** The group that a change is about, if there is one: of a device user the one that they are in. */
const groupOf = async (
  tx: TenantTransaction,
  { kind, subject, change }: Pick<StoredDraft, 'kind' | 'subject' | 'change'>,
): Promise<string | null> => {
  if (kind === 'group') return subject
  if (kind === 'device_user') return (await findDeviceUser(tx, subject))?.group ?? null
  return change?.kind === 'app' ? change.group : null
}
