import type { RoleDraftChange } from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { saveDefaultRole } from '../account-defaults/index.ts'
import { saveAccountSettings } from '../account-settings/index.ts'
import { addApp, type rightsToApps, saveApp } from '../client-apps/index.ts'
import { saveGroup } from '../groups/index.ts'
import { moveDeviceUser } from '../onboarding/index.ts'
import { giveAndTell } from '../role-assignments/index.ts'
import { saveRole, type visibleGroups } from '../roles/index.ts'
import { removeTag, saveTag } from '../tags/index.ts'
import type { StoredDraft } from './draft-row.ts'

/** What is read before the transaction in which a change is made. */
export interface Prepared {
  readonly groups: Awaited<ReturnType<typeof visibleGroups>>
  readonly visits: readonly RunningVisit[]
  /** The author's rights to apps: whoever approves needs the right to what the app would get, not to apps. */
  readonly may: ReturnType<typeof rightsToApps>
}

/**
 * Makes the change of a draft as that of whoever approves it, with their rights. They accept no gains that they could not grant.
 * @throws ProductError as the calls that make these changes directly
 */
export const makeChange = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  draft: StoredDraft,
  prepared: Prepared,
): Promise<unknown> => {
  const { kind, subject, base_version: version, role, change } = draft
  if (kind === 'second_person') {
    return saveAccountSettings(ctx, tx, { version, needs_second_person: false }, 'second_person')
  }
  if (kind !== 'role') return makeOther(ctx, tx, { change, subject, version }, prepared)
  if (!role) throw new Error('A draft of a role without it')
  const { groups } = prepared
  return saveRole(ctx, tx, { role_reference: subject, version, given: role, groups, madeBy: 'second_person' })
}

interface OtherDraft {
  change: RoleDraftChange | null
  subject: string
  version: number
}

const makeOther = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { change, subject, version }: OtherDraft,
  { visits, may }: Prepared,
): Promise<unknown> => {
  if (!change) throw new Error('A draft without its change')
  const grant = { accept_gains: false, visits, madeBy: 'second_person' as const }
  if (change.kind === 'group')
    return saveGroup(ctx, tx, { group_reference: subject, version, tags: change.tags }, grant)
  if (change.kind === 'tag') {
    const forced = { tag_key: subject, version, force_update: true, ...grant }
    return change.definition ? saveTag(ctx, tx, { ...forced, rules: change.definition }) : removeTag(ctx, tx, forced)
  }
  if (change.kind === 'default_role') return saveDefaultRole(ctx, tx, { version, role: change.role })
  if (change.kind === 'role_assignment') {
    const { role: role_reference, valid_until, reason } = change
    return giveAndTell(ctx, tx, { user_reference: subject, role_reference, valid_until, reason }, 'second_person')
  }
  if (change.kind === 'device_user') {
    return moveDeviceUser(ctx, tx, { device_user_reference: subject, version, group: change.group }, grant)
  }
  const { oidc_config, group, roles, cidr_ranges } = change
  const app = { app_reference: subject, fields: { oidc_config, group, roles, cidr_ranges }, may }
  if (version === 0) return addApp(ctx, tx, app, 'second_person')
  return saveApp(ctx, tx, { ...app, version }, 'second_person')
}
