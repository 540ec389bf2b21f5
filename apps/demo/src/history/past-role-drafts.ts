import { calls } from '@holdfast/contract'
import { settleDecided, storeDraft, storeGivenRole, type TenantTransaction } from '@holdfast/server'
import type { ScenarioDraft } from './access-scenarios.ts'
import { named } from './named.ts'
import { callOf, type Past, type PastCall, replay, timeAt } from './replay.ts'
import { dayMs, hourMs } from './time-spans.ts'

/** Replays a change that was handed over, and the decision on it. */
export const handOverAndDecide = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { by, hoursAgo, note, change, decision }: ScenarioDraft,
  index: number,
): Promise<void> => {
  const seed = `change ${index} that was handed over`
  const moment = anchor - hoursAgo * hourMs
  const handedOver = { person: named(by, people), at: moment, seed }
  const draft =
    change.kind === 'role'
      ? await replay(tx, { ...callOf(calls.handOverRole), ...handedOver }, (then) => {
          const { role: subject, description, permissions } = change
          const role = { ...noLimits, description, permissions: [...permissions] }
          const before = change.before && { ...noLimits, ...change.before }
          const version = before ? 1 : 0
          return storeDraft(then, by, { kind: 'role', subject, version, role, before, after: role, note })
        })
      : await replay(tx, assigning(change, handedOver), (then) => {
          const { user: subject, role } = change
          const given = assignmentOf(change, moment, note)
          const { valid_until } = given
          return storeDraft(then, by, {
            kind: 'role_assignment',
            subject,
            version: 0,
            change: given,
            roles: [role],
            before: null,
            after: { valid_until },
            note,
          })
        })
  if (!decision) return
  const { draft_reference } = draft
  const { state, by: decided_by, note: decision_note } = decision
  const deciding = {
    ...callOf(calls.decideRoleDraft),
    person: named(decided_by, people),
    at: anchor - decision.hoursAgo * hourMs,
    parameters: { draft_reference },
    seed: `decision on ${seed}`,
  }
  await replay(tx, deciding, async (then) => {
    if (change.kind === 'role_assignment' && state === 'approved') {
      const { user: user_reference, role: role_reference } = change
      const { valid_until } = assignmentOf(change, moment, note)
      const given = { user_reference, role_reference, valid_until, reason: note }
      await storeGivenRole(then, given, { given_by: decided_by, before: null })
    }
    const handed = { ...draft, change: change.kind === 'role' ? null : assignmentOf(change, moment, note) }
    await settleDecided(then, handed, { state, decided_by, decision_note })
  })
}

type Assigning = Extract<ScenarioDraft['change'], { kind: 'role_assignment' }>

const assignmentOf = ({ role, days }: Assigning, moment: number, reason: string) => ({
  kind: 'role_assignment' as const,
  role,
  valid_until: timeAt(moment + days * dayMs),
  reason,
})

const noLimits = {
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  test_cases: [],
}

const assigning = ({ user, role }: Assigning, handedOver: Pick<PastCall, 'person' | 'at' | 'seed'>): PastCall => ({
  ...callOf(calls.handOverRoleAssignment),
  ...handedOver,
  parameters: { user_reference: user, role_reference: role },
})
