import type { CompiledPermission, Literal } from './compile.ts'
import type { ConditionSet, GroupFacts } from './condition-set.ts'

/** What a condition that holds means to a plan; one byte a condition. */
const allowsAlone = 1
const deniesAlone = 2
const spoilsAllow = 4
const spoilsDeny = 8
const beginsAllow = 16
const beginsDeny = 32

/** What a plan takes of a permission. */
type PlannedPermission = Pick<CompiledPermission, 'isDenied' | 'needsGroup' | 'literals'>

/** Permissions of one kind, sorted by how their conditions are met. */
interface Side {
  /** A permission without conditions. */
  always: boolean
  /** A permission whose conditions hold for every group. */
  forEveryGroup: boolean
  /** A permission with one condition, which has to hold. */
  hasLoneCondition: boolean
  /** How many different conditions apply a permission on their own when they do not hold. */
  loneNegations: number
  /** Permissions with several conditions, under the first that has to hold. */
  readonly joined: Map<number, Literal[][]>
  /** Permissions with several conditions, none of which may hold. */
  readonly negations: Literal[][]
}

const newSide = (): Side => ({
  always: false,
  forEveryGroup: false,
  hasLoneCondition: false,
  loneNegations: 0,
  joined: new Map(),
  negations: [],
})

const isEmptySide = (side: Side): boolean =>
  !side.always &&
  !side.forEveryGroup &&
  !side.hasLoneCondition &&
  side.loneNegations === 0 &&
  side.joined.size === 0 &&
  side.negations.length === 0

/**
 * The permissions of some roles that speak of one action, arranged so that a decision looks only at the conditions that
 * hold for the group, however many permissions there are.
 */
export class DecisionPlan {
  static #made = 0
  /** Different for every plan. */
  readonly id = DecisionPlan.#made++
  readonly #allow = newSide()
  readonly #deny = newSide()
  readonly #meanings: Uint8Array
  readonly #conditions: ConditionSet
  /** Allowed, or refused, whatever the group and without one; null when it depends. */
  readonly withoutLooking: boolean | null

  constructor(permissions: readonly PlannedPermission[], conditions: ConditionSet) {
    this.#conditions = conditions
    this.#meanings = new Uint8Array(conditions.cores.length)
    for (const permission of permissions) this.#add(permission)
    this.withoutLooking = this.#decideWithoutLooking()
  }

  /** Allowed where no group is in question: permissions with conditions do not apply. */
  get withoutGroup(): boolean {
    return this.#allow.always && !this.#deny.always
  }

  /** Allowed for some group that could exist, or without one. Denials with conditions spare some group. */
  get somewhere(): boolean {
    if (this.#deny.always) return false
    return this.#allow.always || (!this.#deny.forEveryGroup && !isEmptySide(this.#allow))
  }

  /** Allowed for the group that `facts` are about. */
  allowsGroup(facts: GroupFacts): boolean {
    const allow = this.#allow
    const deny = this.#deny
    if (deny.always || deny.forEveryGroup) return false
    let isAllowed = allow.always || allow.forEveryGroup
    let spoiltAllows = 0
    let spoiltDenials = 0
    const { holding } = facts
    for (let index = 0; index < holding.count; index++) {
      const condition = holding.at(index)
      const meaning = this.#meanings[condition] ?? 0
      if (meaning === 0) continue
      if (meaning & deniesAlone) return false
      if (meaning & allowsAlone) isAllowed = true
      if (meaning & spoilsAllow) spoiltAllows++
      if (meaning & spoilsDeny) spoiltDenials++
      if (meaning & beginsDeny && someHold(deny.joined.get(condition), facts)) return false
      if (meaning & beginsAllow && !isAllowed) isAllowed = someHold(allow.joined.get(condition), facts)
    }
    if (spoiltDenials < deny.loneNegations || someHold(deny.negations, facts)) return false
    return isAllowed || spoiltAllows < allow.loneNegations || someHold(allow.negations, facts)
  }

  #decideWithoutLooking(): boolean | null {
    if (this.#deny.always || isEmptySide(this.#allow)) return false
    return this.#allow.always && isEmptySide(this.#deny) ? true : null
  }

  #add({ isDenied, needsGroup, literals }: PlannedPermission): void {
    const side = isDenied ? this.#deny : this.#allow
    const [first, ...more] = literals
    if (first === undefined) {
      if (needsGroup) side.forEveryGroup = true
      else side.always = true
    } else if (more.length > 0) this.#addJoined(side, literals, isDenied)
    else if (first.isNegated) this.#addLoneNegation(side, first.condition, isDenied)
    else this.#addLone(side, first.condition, isDenied)
  }

  #addLone(side: Side, condition: number, isDenied: boolean): void {
    this.#mark(condition, isDenied ? deniesAlone : allowsAlone)
    side.hasLoneCondition = true
  }

  #addLoneNegation(side: Side, condition: number, isDenied: boolean): void {
    const meaning = isDenied ? spoilsDeny : spoilsAllow
    if ((this.#meanings[condition] ?? 0) & meaning) return
    this.#mark(condition, meaning)
    side.loneNegations++
  }

  #addJoined(side: Side, literals: readonly Literal[], isDenied: boolean): void {
    const [first] = literals.filter((literal) => !literal.isNegated).sort((left, right) => this.#compare(left, right))
    if (first === undefined) {
      side.negations.push([...literals])
      return
    }
    const others = literals.filter((literal) => literal !== first)
    const known = side.joined.get(first.condition)
    if (known) known.push(others)
    else side.joined.set(first.condition, [others])
    this.#mark(first.condition, isDenied ? beginsDeny : beginsAllow)
  }

  /** Conditions on names come first: fewer groups meet them than conditions on tags, so fewer permissions are tried. */
  #compare(left: Literal, right: Literal): number {
    return this.#breadth(left) - this.#breadth(right)
  }

  #breadth({ condition }: Literal): number {
    const core = this.#conditions.cores[condition]
    if (core?.names) return core.names.kind === 'exact' ? 0 : 1
    return core?.values?.kind === 'exact' ? 2 : 3
  }

  #mark(condition: number, meaning: number): void {
    this.#meanings[condition] = (this.#meanings[condition] ?? 0) | meaning
  }
}

const someHold = (permissions: readonly Literal[][] | undefined, facts: GroupFacts): boolean =>
  permissions?.some((literals) => literals.every(({ condition, isNegated }) => facts.holds(condition) !== isNegated)) ??
  false
