import type { PayloadType } from '@holdfast/contract'
import type { ConditionSet } from './condition-set.ts'
import type { DecisionPlan } from './decision-plan.ts'
import type { Group } from './group.ts'
import type { Steps } from './steps.ts'

/** Payload types that are visible in the same groups: references in the given order, or `all` without a filter by group. */
export interface Visibility {
  readonly payload_types: readonly PayloadType[]
  readonly groups: readonly string[] | 'all'
}

interface PlannedType {
  readonly type: PayloadType
  readonly plan: DecisionPlan
}

/** Looks at each group once for all plans. Payload types that are not visible anywhere are in no row. */
export function* visibilityOf(
  planned: readonly PlannedType[],
  groups: readonly Group[],
  conditions: ConditionSet,
): Steps<Visibility[]> {
  const plans = [...new Set(planned.map(({ plan }) => plan))].filter((plan) => plan.fixedAnswer !== false)
  const depending = plans.filter((plan) => plan.fixedAnswer === null)
  const allowed = depending.map((): string[] => [])
  if (depending.length > 0) {
    yield* conditions.eachFacts(groups, (facts, { group_reference }) => {
      for (let index = 0; index < depending.length; index++) {
        if (depending[index]?.allowsGroup(facts)) allowed[index]?.push(group_reference)
      }
    })
  }
  const rows: { payload_types: PayloadType[]; groups: Visibility['groups'] }[] = []
  for (const plan of plans) {
    const payload_types = planned.filter((one) => one.plan === plan).map(({ type }) => type)
    const seen = plan.fixedAnswer === true ? 'all' : (allowed[depending.indexOf(plan)] ?? [])
    if (seen.length === 0) continue
    const row = rows.find(({ groups: others }) => isSameGroups(others, seen))
    if (row) row.payload_types.push(...payload_types)
    else rows.push({ payload_types, groups: seen })
  }
  return rows
}

/** Both lists are in the order of the given groups. */
const isSameGroups = (left: Visibility['groups'], right: Visibility['groups']): boolean =>
  left.length === right.length && (left === right || (left !== 'all' && left.every((group, at) => group === right[at])))
