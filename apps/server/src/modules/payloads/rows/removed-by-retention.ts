import type { RemovedByRetention, RetentionRule } from '@holdfast/contract'

/** The run that deleted or destroyed a recording, from its chain of custody; `null`: no run did. */
export const removedByRetention = (details: Readonly<Record<string, unknown>>): RemovedByRetention | null => {
  const { run_id, policy_version, by, continued_by, rule, is_replayed } = details
  if (typeof run_id !== 'string') return null
  return {
    run_id,
    policy_version: typeof policy_version === 'number' ? policy_version : null,
    requested_by: typeof by === 'string' ? by : 'system',
    continued_by: typeof continued_by === 'string' ? continued_by : null,
    rule: (rule ?? null) as RetentionRule | null,
    is_replayed: is_replayed === true,
  }
}
