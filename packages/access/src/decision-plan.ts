import type { CompiledPermission, Literal } from './compile.ts'
import type { ConditionSet, GroupFacts } from './condition-set.ts'

/** What a plan does when a condition holds, as flags: one byte per condition. */
const allows = 1
const denies = 2
const preventsAllow = 4
const preventsDeny = 8
const startsAllow = 16
const startsDeny = 32

/** The parts of a permission that a plan needs. */
type PlannedPermission = Pick<CompiledPermission, 'isDenied' | 'needsGroup' | 'literals'>

/** The allow permissions, or the denials, sorted by the kind of their conditions. */
interface Side {
  /** There is a permission without conditions. */
  always: boolean
  /** There is a permission whose conditions hold for every group. */
  forEveryGroup: boolean
  /** There is a permission with a single condition, which must hold. */
  hasLoneCondition: boolean
  /** How many different conditions are the only one of a permission and must not hold. */
  loneNegations: number
  /** Permissions with several conditions, by the first that must hold. */
  readonly joined: Map<number, Literal[][]>
  /** Permissions with several conditions, all of which must not hold. */
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
 * The permissions of some roles that cover one action, arranged so that a decision only looks at the conditions that hold for
 * the group, however many permissions there are.
 */
export class DecisionPlan {
  static #count = 0
  /** Unique. */
  readonly id = DecisionPlan.#count++
  readonly #allow = newSide()
  readonly #deny = newSide()
  readonly #effects: Uint8Array
  readonly #conditions: ConditionSet
  /** Whether the action is allowed, if the answer is the same for every group and without one; otherwise null. */
  readonly fixedAnswer: boolean | null

  constructor(permissions: readonly PlannedPermission[], conditions: ConditionSet) {
    this.#conditions = conditions
    this.#effects = new Uint8Array(conditions.matchers.length)
    for (const permission of permissions) this.#add(permission)
    this.fixedAnswer = this.#findFixedAnswer()
  }

  /** Whether the action is allowed where no group is in question, so that permissions with conditions do not apply. */
  get withoutGroup(): boolean {
    return this.#allow.always && !this.#deny.always
  }

  /**
   * Whether the action may be allowed for some group that could exist, or without one. Denials with conditions are taken to leave
   * some group out.
   */
  get isPossible(): boolean {
    if (this.#deny.always) return false
    return this.#allow.always || (!this.#deny.forEveryGroup && !isEmptySide(this.#allow))
  }

  /** Whether the action is allowed for the group that `facts` are about. */
  allowsGroup(facts: GroupFacts): boolean {
    const allow = this.#allow
    const deny = this.#deny
    if (deny.always || deny.forEveryGroup) return false
    let isAllowed = allow.always || allow.forEveryGroup
    let preventedAllows = 0
    let preventedDenials = 0
    const { holding } = facts
    for (let index = 0; index < holding.count; index++) {
      const condition = holding.at(index)
      const effect = this.#effects[condition] ?? 0
      if (effect === 0) continue
      if (effect & denies) return false
      if (effect & allows) isAllowed = true
      if (effect & preventsAllow) preventedAllows++
      if (effect & preventsDeny) preventedDenials++
      if (effect & startsDeny && someHold(deny.joined.get(condition), facts)) return false
      if (effect & startsAllow && !isAllowed) isAllowed = someHold(allow.joined.get(condition), facts)
    }
    if (preventedDenials < deny.loneNegations || someHold(deny.negations, facts)) return false
    return isAllowed || preventedAllows < allow.loneNegations || someHold(allow.negations, facts)
  }

  #findFixedAnswer(): boolean | null {
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
    this.#mark(condition, isDenied ? denies : allows)
    side.hasLoneCondition = true
  }

  #addLoneNegation(side: Side, condition: number, isDenied: boolean): void {
    const effect = isDenied ? preventsDeny : preventsAllow
    if ((this.#effects[condition] ?? 0) & effect) return
    this.#mark(condition, effect)
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
    this.#mark(first.condition, isDenied ? startsDeny : startsAllow)
  }

  /** Conditions on names come first: they hold for fewer groups than conditions on tags, so fewer permissions are tried. */
  #compare(left: Literal, right: Literal): number {
    return this.#breadth(left) - this.#breadth(right)
  }

  #breadth({ condition }: Literal): number {
    const matchers = this.#conditions.matchers[condition]
    if (matchers?.names) return matchers.names.kind === 'exact' ? 0 : 1
    return matchers?.values?.kind === 'exact' ? 2 : 3
  }

  #mark(condition: number, effect: number): void {
    this.#effects[condition] = (this.#effects[condition] ?? 0) | effect
  }
}

const someHold = (permissions: readonly Literal[][] | undefined, facts: GroupFacts): boolean =>
  permissions?.some((literals) => literals.every(({ condition, isNegated }) => facts.holds(condition) !== isNegated)) ??
  false
