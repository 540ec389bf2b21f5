import { calls, type retentionDecisions } from '@holdfast/contract'
import { useSave } from '../../shared/forms/use-save.ts'

type Decision = (typeof retentionDecisions)[number]

/** Decides what waits: a change of the policy, a run, or the clock. */
export const useDecision = () => {
  const { save, isSaving, refusal } = useSave({
    call: calls.decideRetention,
    changes: [calls.getRetention],
    onSaved: () => undefined,
  })
  const decide = (decision: Decision, what: { version?: number; run_id?: string } = {}) =>
    save({ body: { decision, ...what } })
  return { decide, isSaving, refusal }
}
