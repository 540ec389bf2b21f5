import { concernsNoGroup } from '@holdfast/contract'
import { type CompiledPermission, type CompiledRoles, speaksOf } from './compile.ts'
import { DecisionPlan } from './decision-plan.ts'

const allowAll = { isDenied: false, needsGroup: false, literals: [] }

/** Actions whose plan is remembered. More than the contract has, so that only unknown texts are ever forgotten. */
const maxPlans = 1_000

/** The permissions that count together, for one address and payload type, with their plan for each action. */
export class LiveRoles {
  readonly permissions: readonly CompiledPermission[]
  readonly #roles: CompiledRoles
  readonly #plans = new Map<string, DecisionPlan>()

  constructor(roles: CompiledRoles, permissions: readonly CompiledPermission[]) {
    this.#roles = roles
    this.permissions = permissions
  }

  planFor(action: string): DecisionPlan {
    const known = this.#plans.get(action)
    if (known) return known
    const plan = new DecisionPlan(this.#speakingOf(action), this.#roles.conditions)
    if (this.#plans.size >= maxPlans) this.#plans.clear()
    this.#plans.set(action, plan)
    return plan
  }

  /** The plan of what the denials alone would leave, if everything else was allowed. */
  planOfDenials(action: string): DecisionPlan {
    const denials = this.#speakingOf(action).filter(({ isDenied }) => isDenied)
    return new DecisionPlan([allowAll, ...denials], this.#roles.conditions)
  }

  #speakingOf(action: string): CompiledPermission[] {
    const isOfNoGroup = concernsNoGroup(action)
    return this.permissions.filter(
      (permission) => !(isOfNoGroup && permission.needsGroup) && speaksOf(permission, action, this.#roles.client),
    )
  }
}
