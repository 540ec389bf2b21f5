import type { Condition } from '@holdfast/contract'
import type { Group } from './group.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { MatcherTable } from './matcher-table.ts'

/** The matchers of a condition, without its `is_denied`. `tag` matchers look at one and the same tag. */
export interface ConditionCore {
  readonly names: Matcher | null
  readonly keys: Matcher | null
  readonly values: Matcher | null
}

/**
 * The conditions that hold for one group. Belongs to the set that made it and is overwritten by its next question.
 */
export interface GroupFacts {
  readonly holding: readonly number[]
  holds(conditionId: number): boolean
}

/** Reads a condition's matchers. */
export const conditionCore = (condition: Condition): ConditionCore => {
  const read = (text: string | undefined): Matcher | null =>
    text === undefined ? null : compileMatcher(text, condition.is_regex === true)
  return {
    names: read(condition.names_matching),
    keys: read(condition.keys_matching),
    values: read(condition.values_matching),
  }
}

interface NamedCondition {
  readonly condition: number
  /** The tag matcher that has to hold as well, or null. */
  readonly tag: number | null
}

interface ValueTable {
  readonly table: MatcherTable
  /** Tag matchers that take any value. */
  readonly anyValue: number[]
}

const newValueTable = (): ValueTable => ({ table: new MatcherTable(), anyValue: [] })

/**
 * All different conditions of a role set, numbered. Says which of them hold for a group by looking its reference and
 * tags up in tables, so that the cost depends on how many hold, not on how many there are.
 */
export class ConditionSet {
  readonly cores: ConditionCore[] = []
  readonly #ids = new Map<string, number>()
  readonly #names = new MatcherTable()
  readonly #namedConditions: NamedCondition[][] = []
  readonly #nameIds = new Map<string, number>()
  readonly #keys = new MatcherTable()
  readonly #valuesByKey: ValueTable[] = []
  readonly #keyIds = new Map<string, number>()
  readonly #valuesOfAnyKey = newValueTable()
  readonly #tagIds = new Map<string, number>()
  /** For each tag matcher the conditions that ask for nothing else. */
  readonly #tagConditions: number[][] = []
  #question = 0
  #conditionSeen: Uint32Array = new Uint32Array(0)
  #tagSeen: Uint32Array = new Uint32Array(0)
  readonly #holding: number[] = []
  readonly #found: number[] = []
  readonly #foundKeys: number[] = []

  /** The number of a condition; equal ones share it. The condition has at least one matcher, none of them broken. */
  add(core: ConditionCore): number {
    const identity = [core.names, core.keys, core.values].map(identityOf).join('\u0000')
    const known = this.#ids.get(identity)
    if (known !== undefined) return known
    const id = this.cores.push(core) - 1
    this.#ids.set(identity, id)
    const tag = core.keys || core.values ? this.#tagMatcher(core.keys, core.values) : null
    if (core.names) this.#namedConditions[this.#nameMatcher(core.names)]?.push({ condition: id, tag })
    else if (tag !== null) this.#tagConditions[tag]?.push(id)
    return id
  }

  /** Which conditions hold for a group. */
  factsOf(group: Group): GroupFacts {
    this.#nextQuestion()
    for (const tag of group.tags) this.#noteTag(tag.tag_key, tag.tag_value)
    this.#found.length = 0
    this.#names.collect(group.group_reference, this.#found)
    for (const name of this.#found) {
      for (const { condition, tag } of this.#namedConditions[name] ?? []) {
        if (tag === null || this.#tagSeen[tag] === this.#question) this.#note(condition)
      }
    }
    return this.#facts
  }

  readonly #facts: GroupFacts = {
    holding: this.#holding,
    holds: (conditionId) => this.#conditionSeen[conditionId] === this.#question,
  }

  #nextQuestion(): void {
    if (this.#conditionSeen.length < this.cores.length || this.#question === 0xffff_ffff) {
      this.#conditionSeen = new Uint32Array(this.cores.length)
      this.#tagSeen = new Uint32Array(this.#tagConditions.length)
      this.#question = 0
    }
    this.#question++
    this.#holding.length = 0
  }

  #note(condition: number): void {
    this.#conditionSeen[condition] = this.#question
    this.#holding.push(condition)
  }

  #noteTag(key: string, value: string): void {
    this.#found.length = 0
    this.#foundKeys.length = 0
    this.#keys.collect(key, this.#foundKeys)
    for (const keyId of this.#foundKeys) {
      const values = this.#valuesByKey[keyId]
      if (values) collectValues(values, value, this.#found)
    }
    collectValues(this.#valuesOfAnyKey, value, this.#found)
    for (const tag of this.#found) {
      if (this.#tagSeen[tag] === this.#question) continue
      this.#tagSeen[tag] = this.#question
      for (const condition of this.#tagConditions[tag] ?? []) this.#note(condition)
    }
  }

  #nameMatcher(matcher: Matcher): number {
    return numbered(this.#nameIds, identityOf(matcher), (id) => {
      this.#names.add(matcher, id)
      this.#namedConditions.push([])
    })
  }

  #tagMatcher(keys: Matcher | null, values: Matcher | null): number {
    return numbered(this.#tagIds, `${identityOf(keys)}\u0000${identityOf(values)}`, (id) => {
      this.#tagConditions.push([])
      const table = keys ? this.#valuesByKey[this.#keyMatcher(keys)] : this.#valuesOfAnyKey
      if (values) table?.table.add(values, id)
      else table?.anyValue.push(id)
    })
  }

  #keyMatcher(matcher: Matcher): number {
    return numbered(this.#keyIds, identityOf(matcher), (id) => {
      this.#keys.add(matcher, id)
      this.#valuesByKey.push(newValueTable())
    })
  }
}

const identityOf = (matcher: Matcher | null): string =>
  matcher === null ? '' : JSON.stringify([matcher.kind === 'regex', matcher.text])

const collectValues = (values: ValueTable, value: string, found: number[]): void => {
  for (const tag of values.anyValue) found.push(tag)
  values.table.collect(value, found)
}

const numbered = (ids: Map<string, number>, identity: string, create: (id: number) => void): number => {
  const known = ids.get(identity)
  if (known !== undefined) return known
  const id = ids.size
  ids.set(identity, id)
  create(id)
  return id
}
