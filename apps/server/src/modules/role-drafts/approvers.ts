import { setImmediate } from 'node:timers/promises'
import { type Access, changeProblem, grantProblem } from '@holdfast/access'
import {
  actionOfDraft,
  type RoleDraft,
  type RoleDraftApprovers,
  type RoleDraftChange,
  type RoleDraftKind,
  type RoleFields,
  type RoleRules,
} from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { visitsOf } from '../access-gains/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { comparedMoves, mayApproveMove } from '../onboarding/index.ts'
import { peopleWith } from '../portal-users/index.ts'
import { rulesOf, rulesOfRoles } from '../roles/index.ts'

interface Draft {
  kind: RoleDraftKind
  subject: string
  base_version: number
  /** Of a change of a role. */
  role: RoleFields | null
  /** Of other changes. */
  change: RoleDraftChange | null
  /** Of the roles that it gives. */
  role_versions: Readonly<Record<string, number>>
}

/** The rules of roles, by reference, as they are now. */
type Rules = ReadonlyMap<string, RoleRules>

const rolesOf = ({ kind, subject, role_versions }: Draft): string[] =>
  kind === 'role' ? [subject] : Object.keys(role_versions)

/**
 * Whether somebody may approve a change that another person handed over. What retagging gives is only compared when
 * it is approved: here, everybody who may change groups or tags counts. `judgeOfMoves` compares moves in full.
 */
const mayApprove = (access: Access, draft: Draft, rules: Rules): boolean => {
  const { kind, subject, role } = draft
  if (!access.can('roles:read') || !access.mayAtAll(actionOfDraft[kind])) return false
  if (role) return changeProblem(access, rules.get(subject) ?? null, rulesOf(subject, role)) === null
  return rolesOf(draft).every((given) => {
    const allowed = rules.get(given)
    return allowed !== undefined && grantProblem(access, allowed) === null
  })
}

/**
 * Whether somebody could make the move of a draft, if it is one, and grant what it gives. It is only compared for drafts that are asked
 * about, because that takes a while.
 */
const judgeOfMoves = (tx: TenantTransaction, visits: readonly RunningVisit[]) => {
  const compared = comparedMoves(tx, visits)
  return async ({ subject, base_version: version, change }: Draft): Promise<(access: Access) => boolean> => {
    if (change?.kind !== 'device_user') return () => true
    const move = await compared({ device_user_reference: subject, version, group: change.group })
    return (access) => move !== null && mayApproveMove(access, move)
  }
}

/** Most that are named to readers of a draft. */
const mostNamed = 10

/** The people besides its author who may approve a draft. */
const approversOf = async (tx: TenantTransaction, draft: Draft, author: string, visits: readonly RunningVisit[]) => {
  const rules = await rulesOfRoles(tx, rolesOf(draft))
  const people = await peopleWith(tx, (access) => mayApprove(access, draft, rules))
  const others = people.filter(({ user_reference }) => user_reference !== author)
  if (others.length === 0) return []
  return peopleWith(tx, await judgeOfMoves(tx, visits)(draft), others)
}

/** Who may approve a draft, for people who may see roles. */
export const namedApprovers = async (
  tx: TenantTransaction,
  draft: Draft,
  author: string,
  visits: readonly RunningVisit[],
): Promise<RoleDraftApprovers> => {
  const approvers = await approversOf(tx, draft, author, visits)
  const people = approvers
    .map(({ user_reference, name }) => ({ user_reference, display_name: name ?? user_reference }))
    .sort((one, other) => one.display_name.localeCompare(other.display_name))
  return { total: people.length, people: people.slice(0, mostNamed) }
}

/** Notifies whoever may approve a change that was handed over. */
export const notifyApprovers = async (
  tx: TenantTransaction,
  { draft_reference, handed_over_by }: RoleDraft,
  draft: Draft,
  visits: readonly RunningVisit[],
): Promise<void> => {
  const approvers = await approversOf(tx, draft, handed_over_by, visits)
  await notifyPeople(
    tx,
    approvers.map(({ user_reference }) => ({
      recipient: user_reference,
      kind: 'role_draft_handed_over',
      caused_by: handed_over_by,
      reference: draft_reference,
      ...nameOf(draft),
    })),
  )
}

/** Tells whoever handed a change over what became of it. */
export const notifyAuthor = (tx: TenantTransaction, draft: RoleDraft): Promise<void> =>
  notifyPeople(tx, [
    {
      recipient: draft.handed_over_by,
      kind: draft.state === 'approved' ? 'role_draft_approved' : 'role_draft_rejected',
      caused_by: draft.decided_by,
      reference: draft.draft_reference,
      ...nameOf(draft),
    },
  ])

/** Changes of the account itself have no name. */
const nameOf = ({ kind, subject }: Pick<Draft, 'kind' | 'subject'>): { name?: string } =>
  kind === 'default_role' || kind === 'second_person' ? {} : { name: subject }

/**
 * The waiting drafts that the caller may approve; `null` for callers who may approve none: staff on a visit, client apps, and people who may not
 * see roles. At most 100 wait (`maxWaitingRoleDrafts`).
 */
export const approvableDrafts = async (ctx: RequestContext): Promise<string[] | null> => {
  const { caller, access } = ctx
  if (caller.kind !== 'portal_user' || caller.visit || !access.can('roles:read')) return null
  if (!Object.values(actionOfDraft).some((action) => access.mayAtAll(action))) return null
  const visits = await visitsOf(ctx)
  return ctx.read(async (tx) => {
    const drafts = await othersDrafts(tx, caller.user_reference)
    const rules = await rulesOfRoles(tx, drafts.flatMap(rolesOf))
    const judgeOf = judgeOfMoves(tx, visits)
    const approvable = []
    for (const draft of drafts) {
      if (mayApprove(access, draft, rules) && (await judgeOf(draft))(access)) approvable.push(draft.draft_reference)
      // Comparing large roles takes a while; other calls can run in between.
      await setImmediate()
    }
    return approvable
  })
}

const othersDrafts = (tx: TenantTransaction, author: string) =>
  tx.db
    .selectFrom('role_drafts')
    .select(['draft_reference', 'kind', 'role_reference as subject', 'base_version', 'role', 'change', 'role_versions'])
    .where('client', '=', tx.client)
    .where('state', '=', 'waiting')
    .where('handed_over_by', '<>', author)
    .execute()
