import type { DeviceChange } from '@holdfast/contract'

/** What somebody changed at one time. */
export interface HistoryStep {
  first: DeviceChange
  /** In the order in which they were recorded. */
  changes: readonly DeviceChange[]
}

/** Changes, the newest first, by step. */
export const stepsOf = (changes: readonly DeviceChange[]): HistoryStep[] => {
  const steps: DeviceChange[][] = []
  for (const change of changes) {
    const step = steps.at(-1)
    if (step?.[0] && isSameStep(step[0], change)) step.unshift(change)
    else steps.push([change])
  }
  return steps.flatMap((step) => (step[0] ? { first: step[0], changes: step } : []))
}

const isSameStep = (one: DeviceChange, other: DeviceChange): boolean =>
  one.changed_at === other.changed_at && one.changed_by === other.changed_by && one.reason === other.reason
