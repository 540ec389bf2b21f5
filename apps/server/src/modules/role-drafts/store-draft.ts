import {
  limits,
  ProductError,
  type RoleDraft,
  type RoleDraftChange,
  type RoleDraftDetail,
  type RoleDraftKind,
  type RoleFields,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { visitsOf } from '../access-gains/index.ts'
import { versionsOfRoles } from '../roles/index.ts'
import { notifyApprovers } from './approvers.ts'
import { insertDraft, isSameWaiting } from './draft-row.ts'

/** A change that was checked and is handed over. */
export interface HandedOver {
  kind: RoleDraftKind
  subject: string
  version: number
  role?: RoleFields
  change?: RoleDraftChange
  /** The roles that it gives: if one of them changes, the draft can't be approved any more. */
  roles?: readonly string[]
  /** The fields that it changes, as the trail shows them; `null`: it creates or deletes something. */
  before: object | null
  after: object | null
  /** The waiting draft in whose place it is handed over. */
  replaces?: string | undefined
  note: string
}

/**
 * Hands a change over.
 * @param check checks it like the change itself, except for what its author may grant
 */
export const handOver = async (
  ctx: RequestContext,
  check: (tx: AuditedTransaction) => Promise<HandedOver>,
): Promise<RoleDraft> => {
  const handed_over_by = personOfAccount(ctx)
  const visits = await visitsOf(ctx)
  return ctx.transaction(async (tx) => storeDraft(tx, handed_over_by, await check(tx), visits))
}

/**
 * Stores a checked change as a draft, and notifies the people who may approve it.
 * @throws ProductError `role_draft.too_many`, `role_draft.is_waiting` if its author has handed the same change over already
 */
export const storeDraft = async (
  tx: AuditedTransaction,
  handed_over_by: string,
  { kind, subject, version, role, change, roles = [], before, after, replaces, note }: HandedOver,
  visits: readonly RunningVisit[] = [],
): Promise<RoleDraft> => {
  await assertRoom(tx)
  const draft_reference = newId(tx.now)
  const role_versions = await versionsOfRoles(tx, roles)
  const stored = {
    kind,
    subject,
    base_version: version,
    role: role ?? null,
    change: change ?? null,
    handed_over_by,
  }
  if (await isSameWaiting(tx, stored, replaces)) throw new ProductError('role_draft.is_waiting')
  const draft = await insertDraft(tx, { ...stored, draft_reference, note, role_versions })
  await notifyApprovers(tx, draft, { ...stored, role_versions }, visits)
  tx.audit('role_draft.handed_over', {
    draft_reference,
    ...aboutOnTrail({ kind, subject, change: stored.change }),
    ...(replaces !== undefined && { replaces }),
    reason: note,
    before,
    after,
  })
  return draft
}

/** What a draft is about, as the trail names it everywhere else. */
export const aboutOnTrail = ({
  kind,
  subject,
  change,
}: Pick<RoleDraftDetail, 'kind' | 'subject' | 'change'>): Record<string, string> => {
  const name = subjectNames[kind]
  return {
    kind,
    ...(name !== null && { [name]: subject }),
    ...(change?.kind === 'role_assignment' && { role: change.role, role_reference: change.role }),
  }
}

const subjectNames = {
  role: 'role_reference',
  group: 'group_reference',
  tag: 'tag_key',
  default_role: null,
  app: 'app_reference',
  role_assignment: 'user_reference',
  device_user: 'device_user_reference',
  second_person: null,
} as const satisfies Record<RoleDraftKind, string | null>

/** Two people decide: neither staff on a visit nor client apps are one of them. */
export const personOfAccount = ({ user }: RequestContext): string => {
  if (user.visit) throw new ProductError('auth.forbidden')
  return user.user_reference
}

const assertRoom = async (tx: TenantTransaction): Promise<void> => {
  const limit = limits.maxWaitingRoleDrafts
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from role_drafts where client = ${tx.client} and state = 'waiting' limit ${limit}) waiting`.execute(tx.db)
  if ((rows[0]?.total ?? 0) >= limit) throw new ProductError('role_draft.too_many')
}
