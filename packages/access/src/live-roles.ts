import { concernsNoGroup } from '@holdfast/contract'
import { type CompiledPermission, type CompiledRoles, coversAction } from './compile.ts'
import { DecisionPlan } from './decision-plan.ts'

const allowAll = { isDenied: false, needsGroup: false, literals: [] }

/** Actions whose plan is cached. The contract has fewer, so only unknown texts can fill the cache. */
const maxPlans = 1_000

/** The permissions that are live for an address and payload type, with a plan for each action. */
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
    const plan = new DecisionPlan(this.#permissionsFor(action), this.#roles.conditions)
    if (this.#plans.size >= maxPlans) this.#plans.clear()
    this.#plans.set(action, plan)
    return plan
  }

  /** The plan of the denials alone, with everything else allowed. */
  planOfDenials(action: string): DecisionPlan {
    const denials = this.#permissionsFor(action).filter(({ isDenied }) => isDenied)
    return new DecisionPlan([allowAll, ...denials], this.#roles.conditions)
  }

  #permissionsFor(action: string): CompiledPermission[] {
    const isWithoutGroup = concernsNoGroup(action)
    return this.permissions.filter(
      (permission) =>
        !(isWithoutGroup && permission.needsGroup) && coversAction(permission, action, this.#roles.client),
    )
  }
}
