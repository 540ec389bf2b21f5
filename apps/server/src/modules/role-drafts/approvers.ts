import { setImmediate } from 'node:timers/promises'
import { type Access, changeProblem, grantProblem } from '@holdfast/access'
import {
  actionOfDraft,
  actionsToDecide,
  limits,
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
import { grantingAccess } from '../grants/index.ts'
import { notifyPeople, notNotifiedSince } from '../notifications/index.ts'
import { comparedMoves, mayApproveMove } from '../onboarding/index.ts'
import { type ActivePerson, activePeople, activePeopleUntil, peopleWith } from '../portal-users/index.ts'
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

/** Until when a change gives what it gives; `null`: for good. Whoever approves it must be able to do that as long. */
const lastsUntil = ({ change }: Draft): string | null =>
  change?.kind === 'role_assignment' ? change.valid_until : null

/** Whether somebody may decide on changes of this kind, apart from what these give. */
export const mayDecideOn = (access: Access, kind: RoleDraftKind): boolean =>
  actionsToDecide(kind).some((action) => access.mayAtAll(action))

/**
 * Whether somebody may approve a change that another person handed over. What retagging gives is only compared when
 * it is approved: here, everybody who may change groups or tags counts. `judgeOfMoves` compares moves in full.
 * @param lasting what they can do for as long as the change gives something
 */
const mayApprove = (access: Access, lasting: Access, draft: Draft, rules: Rules): boolean => {
  const { kind, subject, role } = draft
  if (!access.can('roles:read') || !mayDecideOn(access, kind)) return false
  if (role) return changeProblem(lasting, rules.get(subject) ?? null, rulesOf(subject, role)) === null
  return rolesOf(draft).every((given) => {
    const allowed = rules.get(given)
    return allowed !== undefined && grantProblem(lasting, allowed) === null
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

/** All active people with the roles that count when they approve a draft: those that last as long as what it gives. */
export const peopleToApprove = (tx: TenantTransaction, draft: Draft): Promise<ActivePerson[]> => {
  const gives = draft.role !== null || rolesOf(draft).length > 0 || draft.kind === 'device_user'
  return gives ? activePeopleUntil(tx, lastsUntil(draft)) : activePeople(tx)
}

/** Those of these people, besides its author, who may approve a draft. */
export const approversAmong = async (
  tx: TenantTransaction,
  draft: Draft & { handed_over_by: string },
  { visits, people }: { visits: readonly RunningVisit[]; people: readonly ActivePerson[] },
): Promise<ActivePerson[]> => {
  const rules = await rulesOfRoles(tx, rolesOf(draft))
  const others = people.filter(({ user_reference }) => user_reference !== draft.handed_over_by)
  const may = await peopleWith(tx, (access) => mayApprove(access, access, draft, rules), others)
  if (may.length === 0) return []
  return peopleWith(tx, await judgeOfMoves(tx, visits)(draft), may)
}

const approversOf = async (
  tx: TenantTransaction,
  draft: Draft & { handed_over_by: string },
  visits: readonly RunningVisit[],
): Promise<ActivePerson[]> => approversAmong(tx, draft, { visits, people: await peopleToApprove(tx, draft) })

/** Who may approve a draft, for people who may see roles. */
export const namedApprovers = async (
  tx: TenantTransaction,
  draft: Draft & { handed_over_by: string },
  visits: readonly RunningVisit[],
): Promise<RoleDraftApprovers> => {
  const approvers = await approversOf(tx, draft, visits)
  const people = approvers
    .map(({ user_reference, name }) => ({ user_reference, display_name: name ?? user_reference }))
    .sort((one, other) => one.display_name.localeCompare(other.display_name))
  return { total: people.length, people: people.slice(0, mostNamed) }
}

/** Notifies the people who may approve a change that was handed over. */
export const notifyApprovers = async (
  tx: TenantTransaction,
  { draft_reference, handed_over_by }: RoleDraft,
  draft: Draft,
  visits: readonly RunningVisit[],
): Promise<void> => {
  const approvers = await approversOf(tx, { ...draft, handed_over_by }, visits)
  await notifyOf(tx, { ...draft, draft_reference, handed_over_by }, approvers)
}

const handedOverKind = 'role_draft_handed_over'

const notifyOf = (
  tx: TenantTransaction,
  draft: Draft & Pick<RoleDraft, 'draft_reference' | 'handed_over_by'>,
  approvers: readonly ActivePerson[],
): Promise<void> =>
  notifyPeople(
    tx,
    approvers.map(({ user_reference }) => ({
      recipient: user_reference,
      kind: handedOverKind,
      caused_by: draft.handed_over_by,
      reference: draft.draft_reference,
      ...nameOf(draft),
    })),
  )

/**
 * Notifies people who may approve a waiting change by now and have not been notified of it: they signed in later, or have got a role.
 * Changes that wait for longer than notifications are kept are left out, so that nobody is notified twice.
 */
export const notifyNewApprovers = async (tx: TenantTransaction, visits: readonly RunningVisit[]): Promise<void> => {
  const earliest = new Date(tx.now.getTime() - limits.notificationDays * dayMs).toISOString()
  for (const draft of await waitingDrafts(tx, { except: '' })) {
    const { draft_reference: reference, handed_over_at } = draft
    if (handed_over_at <= earliest) continue
    const people = await peopleToApprove(tx, draft)
    const references = people.map(({ user_reference }) => user_reference)
    const since = new Date(handed_over_at)
    const untold = new Set(await notNotifiedSince(tx, references, { kind: handedOverKind, reference, since }))
    const others = people.filter(({ user_reference }) => untold.has(user_reference))
    await notifyOf(tx, draft, await approversAmong(tx, draft, { visits, people: others }))
    // Comparing large roles takes a while; other jobs can run in between.
    await setImmediate()
  }
}

const dayMs = 24 * 60 * 60 * 1000

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
    const drafts = await waitingDrafts(tx, { except: caller.user_reference })
    const rules = await rulesOfRoles(tx, drafts.flatMap(rolesOf))
    const judgeOf = judgeOfMoves(tx, visits)
    const approvable = []
    for (const draft of drafts) {
      const lasting = await grantingAccess(ctx, tx, lastsUntil(draft))
      if (mayApprove(access, lasting, draft, rules) && (await judgeOf(draft))(lasting)) {
        approvable.push(draft.draft_reference)
      }
      // Comparing large roles takes a while; other calls can run in between.
      await setImmediate()
    }
    return approvable
  })
}

/** The changes that wait for approval, except those that this person handed over. At most 100 (`maxWaitingRoleDrafts`). */
export const waitingDrafts = (tx: TenantTransaction, { except: author }: { except: string }) =>
  tx.db
    .selectFrom('role_drafts')
    .select([
      'draft_reference',
      'kind',
      'role_reference as subject',
      'base_version',
      'role',
      'change',
      'role_versions',
      'handed_over_by',
      'handed_over_at',
    ])
    .where('client', '=', tx.client)
    .where('state', '=', 'waiting')
    .where('handed_over_by', '<>', author)
    .execute()
