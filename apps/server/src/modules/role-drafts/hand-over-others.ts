import { type CallInput, type calls, ProductError, type RoleDraft } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { checkDefaultRole } from '../account-defaults/index.ts'
import { chosenSettings, settingsVersion } from '../account-settings/index.ts'
import { appRights, checkAppChange } from '../client-apps/index.ts'
import { checkGroupChange } from '../groups/index.ts'
import { checkMove } from '../onboarding/index.ts'
import { checkGivenRole } from '../portal-users/index.ts'
import { checkTagChange } from '../tags/index.ts'
import { handOver } from './store-draft.ts'

/** Each is checked like the change itself, except for what its author may grant. */

/** `POST /role_drafts/groups/{group_reference}`. */
export const handOverGroup = (
  ctx: RequestContext,
  { params: { group_reference }, body: { version, tags, note } }: CallInput<typeof calls.handOverGroup>,
): Promise<RoleDraft> =>
  handOver(ctx, async (tx) => {
    ctx.setAuditGroup(group_reference)
    const { before, after } = await checkGroupChange(ctx, tx, { group_reference, version, tags })
    return {
      kind: 'group',
      subject: group_reference,
      version,
      change: { kind: 'group', tags },
      before: before && { tags: before.tags },
      after: { tags: after.tags },
      note,
    }
  })

/** `POST /role_drafts/tags/{tag_key}`. */
export const handOverTag = (
  ctx: RequestContext,
  { params: { tag_key }, body: { version, definition, note } }: CallInput<typeof calls.handOverTag>,
): Promise<RoleDraft> =>
  handOver(ctx, async (tx) => {
    const before = await checkTagChange(ctx, tx, { tag_key, version, definition })
    const change = { kind: 'tag' as const, definition }
    return { kind: 'tag', subject: tag_key, version, change, before, after: definition, note }
  })

/** `POST /role_drafts/default_role`. */
export const handOverDefaultRole = (
  ctx: RequestContext,
  { body: { version, role, note } }: CallInput<typeof calls.handOverDefaultRole>,
): Promise<RoleDraft> =>
  handOver(ctx, async (tx) => {
    const before = await checkDefaultRole(tx, { version, role })
    const change = { kind: 'default_role' as const, role }
    const roles = role === null ? [] : [role]
    return { kind: 'default_role', subject: tx.client, version, change, roles, before, after: { role }, note }
  })

/** `POST /role_drafts/apps/{app_reference}`. */
export const handOverApp = async (
  ctx: RequestContext,
  { params: { app_reference }, body: { version, note, ...fields } }: CallInput<typeof calls.handOverApp>,
): Promise<RoleDraft> => {
  const may = await appRights(ctx)
  return handOver(ctx, async (tx) => {
    const before = await checkAppChange(ctx, tx, { app_reference, version, fields, may })
    const change = { kind: 'app' as const, ...fields }
    const { roles } = fields
    return { kind: 'app', subject: app_reference, version, change, roles, before, after: fields, note }
  })
}

/** `POST /role_drafts/portal_users/{user_reference}/roles/{role_reference}`. */
export const handOverRoleAssignment = (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.handOverRoleAssignment>,
): Promise<RoleDraft> =>
  handOver(ctx, async (tx) => {
    const { user_reference: subject, role_reference: role } = params
    const before = await checkGivenRole(tx, { ...params, ...body })
    const change = { kind: 'role_assignment' as const, role, ...body }
    return {
      kind: 'role_assignment',
      subject,
      version: 0,
      change,
      roles: [role],
      before,
      after: { valid_until: body.valid_until },
      note: body.reason,
    }
  })

/** `POST /role_drafts/users/{device_user_reference}`. */
export const handOverDeviceUser = (
  ctx: RequestContext,
  { params: { device_user_reference }, body: { version, group, note } }: CallInput<typeof calls.handOverDeviceUser>,
): Promise<RoleDraft> =>
  handOver(ctx, async (tx) => {
    const { person } = await checkMove(ctx, tx, { device_user_reference, version, group })
    return {
      kind: 'device_user',
      subject: device_user_reference,
      version,
      change: { kind: 'device_user', group },
      before: { group: person.row.group },
      after: { group },
      note,
    }
  })

/** `POST /role_drafts/second_person`. */
export const handOverSecondPerson = (
  ctx: RequestContext,
  { body: { version, note } }: CallInput<typeof calls.handOverSecondPerson>,
): Promise<RoleDraft> =>
  handOver(ctx, async (tx) => {
    const isOn = (await chosenSettings(tx)).needs_second_person
    if (!isOn || version !== (await settingsVersion(tx))) throw new ProductError('edit.conflict')
    const [before, after] = [{ needs_second_person: true }, { needs_second_person: false }]
    return { kind: 'second_person', subject: tx.client, version, before, after, note }
  })
