import type { Condition } from '@holdfast/contract'
import type { Group } from './group.ts'
import { type GroupList, listOf } from './group-list.ts'
import { IdList } from './id-list.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { MatcherTable } from './matcher-table.ts'
import type { Steps } from './steps.ts'

/** The matchers of a condition, without its `is_denied`. `keys` and `values` have to match the same tag. */
export interface ConditionMatchers {
  readonly names: Matcher | null
  readonly keys: Matcher | null
  readonly values: Matcher | null
}

/** The conditions that hold for one group. The set that made it overwrites it with the next question. */
export interface GroupFacts {
  readonly holding: IdList
  holds(conditionId: number): boolean
}

/** Compiles a condition's matchers. */
export const compileCondition = (condition: Condition): ConditionMatchers => {
  const compile = (text: string | undefined): Matcher | null =>
    text === undefined ? null : compileMatcher(text, condition.is_regex === true)
  return {
    names: compile(condition.names_matching),
    keys: compile(condition.keys_matching),
    values: compile(condition.values_matching),
  }
}

const none: readonly number[] = []

/** Tags and names whose matchers are cached. A full cache is emptied. */
const maxCachedTags = 50_000
const maxCachedNames = 10_000

interface NamedCondition {
  readonly condition: number
  /** The tag matcher that must hold as well, or null. */
  readonly tag: number | null
}

interface ValueTable {
  readonly table: MatcherTable
  /** Tag matchers that match any value. */
  readonly anyValue: number[]
}

const newValueTable = (): ValueTable => ({ table: new MatcherTable(), anyValue: [] })

/**
 * All different conditions of a role set, each with an id. Looks the reference and the tags of a group up in tables, so that the
 * cost of finding the conditions that hold depends on how many do, not on how many there are.
 */
export class ConditionSet {
  readonly matchers: ConditionMatchers[] = []
  readonly #ids = new Map<string, number>()
  readonly #names = new MatcherTable()
  readonly #namedConditions: NamedCondition[][] = []
  readonly #nameIds = new Map<string, number>()
  readonly #keys = new MatcherTable()
  readonly #valuesByKey: ValueTable[] = []
  readonly #keyIds = new Map<string, number>()
  readonly #valuesOfAnyKey = newValueTable()
  readonly #tagIds = new Map<string, number>()
  /** For each tag matcher the conditions that consist of it alone. */
  readonly #tagConditions: number[][] = []
  #question = 0
  #conditionSeen: Uint32Array = new Uint32Array(0)
  #tagSeen: Uint32Array = new Uint32Array(0)
  readonly #holding = new IdList()
  readonly #found = new IdList()
  readonly #cachedTags = new Map<string, Map<string, readonly number[]>>()
  #cachedTagCount = 0
  /** For each tag of a list its tag matchers, once they have been looked up. */
  readonly #tagsOfLists = new WeakMap<GroupList, (readonly number[] | undefined)[]>()
  readonly #cachedNames = new Map<string, IdList>()

  /**
   * The id of a condition; equal conditions share one.
   * @param matchers at least one, and none of them broken
   */
  add(matchers: ConditionMatchers): number {
    const { names, keys, values } = matchers
    const identity = [names, keys, values].map(identityOf).join('\u0000')
    const known = this.#ids.get(identity)
    if (known !== undefined) return known
    const id = this.matchers.push(matchers) - 1
    this.#ids.set(identity, id)
    const tag = keys || values ? this.#tagMatcher(keys, values) : null
    if (names) this.#namedConditions[this.#nameMatcher(names)]?.push({ condition: id, tag })
    else if (tag !== null) this.#tagConditions[tag]?.push(id)
    return id
  }

  /** Which conditions hold for a group. */
  factsOf(group: Group): GroupFacts {
    this.#nextQuestion()
    for (const tag of group.tags) this.#noteTagMatchers(this.#tagMatchersOf(tag.tag_key, tag.tag_value))
    this.#noteNames(this.#nameMatchersOf(group.group_reference))
    return this.#facts
  }

  /** Prepares the first question, which would otherwise take longer than later ones. */
  *prepareInSteps(): Steps<void> {
    const values = [this.#valuesOfAnyKey, ...this.#valuesByKey].map(({ table }) => table)
    for (const table of [this.#names, this.#keys, ...values]) yield* table.prepareInSteps()
  }

  /** Which conditions hold for each of many groups, one after the other. */
  *eachFacts(groups: readonly Group[], look: (facts: GroupFacts, group: Group) => void): Steps<void> {
    yield* this.prepareInSteps()
    const list = listOf(groups)
    const matching = list && (this.#tagsOfLists.get(list) ?? list.tags.map(() => undefined))
    if (list && matching) this.#tagsOfLists.set(list, matching)
    let place = 0
    for (const group of groups) {
      look(list && matching ? this.#factsListed(list, place, matching) : this.factsOf(group), group)
      place++
      yield
    }
  }

  /** Looks each different tag up once. Names are not cached, because each group has another one. */
  #factsListed(list: GroupList, place: number, matching: (readonly number[] | undefined)[]): GroupFacts {
    this.#nextQuestion()
    const end = this.#tagIds.size > 0 ? (list.begins[place + 1] ?? 0) : 0
    for (let at = list.begins[place] ?? 0; at < end; at++) {
      const tag = list.tagNumbers[at] ?? 0
      this.#noteTagMatchers(matching[tag] ?? this.#matchListedTag(list, tag, matching))
    }
    this.#found.clear()
    this.#names.collect(list.groups[place]?.group_reference ?? '', this.#found)
    this.#noteNames(this.#found)
    return this.#facts
  }

  #matchListedTag(list: GroupList, tag: number, matching: (readonly number[] | undefined)[]): readonly number[] {
    const { tag_key, tag_value } = list.tags[tag] ?? { tag_key: '', tag_value: '' }
    const found = this.#matchTag(tag_key, tag_value)
    matching[tag] = found
    return found
  }

  readonly #facts: GroupFacts = {
    holding: this.#holding,
    holds: (conditionId) => this.#conditionSeen[conditionId] === this.#question,
  }

  #nextQuestion(): void {
    if (this.#conditionSeen.length < this.matchers.length || this.#question === 0xffff_ffff) {
      this.#conditionSeen = new Uint32Array(this.matchers.length)
      this.#tagSeen = new Uint32Array(this.#tagConditions.length)
      this.#question = 0
    }
    this.#question++
    this.#holding.clear()
  }

  #note(condition: number): void {
    this.#conditionSeen[condition] = this.#question
    this.#holding.add(condition)
  }

  /** Call after the tags were noted. */
  #noteNames(matching: IdList): void {
    for (let index = 0; index < matching.count; index++) {
      for (const { condition, tag } of this.#namedConditions[matching.at(index)] ?? []) {
        if (tag === null || this.#tagSeen[tag] === this.#question) this.#note(condition)
      }
    }
  }

  #noteTagMatchers(matching: readonly number[]): void {
    for (let index = 0; index < matching.length; index++) {
      const tag = matching[index] ?? 0
      if (this.#tagSeen[tag] === this.#question) continue
      this.#tagSeen[tag] = this.#question
      for (const condition of this.#tagConditions[tag] ?? []) this.#note(condition)
    }
  }

  /** Cached, because decisions are often about the same groups. */
  #nameMatchersOf(reference: string): IdList {
    const known = this.#cachedNames.get(reference)
    if (known) return known
    const found = new IdList()
    this.#names.collect(reference, found)
    if (this.#cachedNames.size >= maxCachedNames) this.#cachedNames.clear()
    this.#cachedNames.set(reference, found)
    return found
  }

  /** Cached, because many groups share a tag. */
  #tagMatchersOf(key: string, value: string): readonly number[] {
    if (this.#tagIds.size === 0) return none
    const values = this.#cachedTags.get(key) ?? new Map<string, readonly number[]>()
    const known = values.get(value)
    if (known) return known
    if (this.#cachedTagCount++ >= maxCachedTags) this.#clearTags()
    const found = this.#matchTag(key, value)
    values.set(value, found)
    this.#cachedTags.set(key, values)
    return found
  }

  #clearTags(): void {
    this.#cachedTags.clear()
    this.#cachedTagCount = 0
  }

  #matchTag(key: string, value: string): readonly number[] {
    const found = new IdList()
    const keyIds = new IdList()
    this.#keys.collect(key, keyIds)
    for (const keyId of keyIds.toArray()) {
      const values = this.#valuesByKey[keyId]
      if (values) collectValues(values, value, found)
    }
    collectValues(this.#valuesOfAnyKey, value, found)
    return found.count === 0 ? none : found.toArray()
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
  matcher === null ? '' : `${matcher.kind === 'regex' ? 'regex' : 'text'} ${matcher.text.length} ${matcher.text}`

const collectValues = (values: ValueTable, value: string, found: IdList): void => {
  for (const tag of values.anyValue) found.add(tag)
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
