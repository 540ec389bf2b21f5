import { contentGivenBy } from '@holdfast/access'
import { type Action, ProductError } from '@holdfast/contract'
import { loadRoles } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { chosenSettings } from '../account-settings/index.ts'

/** Access to content that a change would give. */
interface GivenContent {
  readonly action: Action
  /** The role that gives it, if it is one. */
  readonly role?: string
}

/** Who makes a change: its author alone, or somebody who approves what another person has handed over. */
export type MadeBy = 'author' | 'second_person'

/**
 * Where the account wants it, access to content is given by two people (docs/decisions/0054).
 * @param given what the change would give, or `null`; only asked where it matters
 * @throws ProductError `access.needs_second_person`
 */
export const assertByTwo = async (
  tx: TenantTransaction,
  madeBy: MadeBy,
  given: () => GivenContent | null | Promise<GivenContent | null>,
): Promise<void> => {
  if (madeBy === 'second_person' || !(await chosenSettings(tx)).needs_second_person) return
  const content = await given()
  if (content) throw new ProductError('access.needs_second_person', { ...content })
}

/** Access to content that one of these roles gives, or `null`. */
export const contentOfRoles = async (
  tx: TenantTransaction,
  references: readonly string[],
): Promise<GivenContent | null> => {
  for (const role of await loadRoles(tx, references)) {
    const content = contentGivenBy(role, tx.client)
    if (content) return { role: role.role_reference, action: content.action }
  }
  return null
}
