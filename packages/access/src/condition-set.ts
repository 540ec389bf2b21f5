import type { Condition } from '@holdfast/contract'
import type { Group } from './group.ts'
import { type GroupList, listOf } from './group-list.ts'
import { IdList } from './id-list.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { MatcherTable } from './matcher-table.ts'
import type { Steps } from './steps.ts'

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
  readonly holding: IdList
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

const none: readonly number[] = []

/** Different tags and names whose matchers are remembered; past that the memory starts anew. */
const maxRememberedTags = 50_000
const maxRememberedNames = 10_000

/** Groups that are looked at in one step. */
const groupsInStep = 4

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
  readonly #holding = new IdList()
  readonly #found = new IdList()
  readonly #rememberedTags = new Map<string, Map<string, readonly number[]>>()
  #rememberedCount = 0
  /** For each tag of a list the tag matchers that match it, as far as they are known. */
  readonly #tagsOfLists = new WeakMap<GroupList, (readonly number[] | undefined)[]>()
  readonly #rememberedNames = new Map<string, IdList>()

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
    for (const tag of group.tags) this.#noteTagMatchers(this.#tagMatchersOf(tag.tag_key, tag.tag_value))
    this.#noteNames(this.#nameMatchersOf(group.group_reference))
    return this.#facts
  }

  /** Which conditions hold for each of many groups, one after the other. */
  *eachFacts(groups: readonly Group[], look: (facts: GroupFacts, group: Group) => void): Steps<void> {
    const list = listOf(groups)
    const matching = list && (this.#tagsOfLists.get(list) ?? list.tags.map(() => undefined))
    if (list && matching) this.#tagsOfLists.set(list, matching)
    const [example] = groups
    if (example) yield* this.#prepare(example)
    let place = 0
    for (const group of groups) {
      look(list && matching ? this.#factsListed(list, place, matching) : this.factsOf(group), group)
      if (++place % groupsInStep === 0) yield
    }
  }

  *#prepare({ group_reference, tags }: Group): Steps<void> {
    yield* this.#names.prepare(group_reference)
    const [tag] = tags
    if (tag === undefined) return
    yield* this.#keys.prepare(tag.tag_key)
    for (const { table } of [this.#valuesOfAnyKey, ...this.#valuesByKey]) yield* table.prepare(tag.tag_value)
  }

  /** Each different tag is looked at once. Names are not remembered: there are as many as groups, and the answer is. */
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
    if (this.#conditionSeen.length < this.cores.length || this.#question === 0xffff_ffff) {
      this.#conditionSeen = new Uint32Array(this.cores.length)
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

  /** To be called after the tags. */
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

  /** A person is asked about the same groups again and again. */
  #nameMatchersOf(reference: string): IdList {
    const known = this.#rememberedNames.get(reference)
    if (known) return known
    const found = new IdList()
    this.#names.collect(reference, found)
    if (this.#rememberedNames.size >= maxRememberedNames) this.#rememberedNames.clear()
    this.#rememberedNames.set(reference, found)
    return found
  }

  /** Many groups share a tag, so what matches it is remembered. */
  #tagMatchersOf(key: string, value: string): readonly number[] {
    if (this.#tagIds.size === 0) return none
    const values = this.#rememberedTags.get(key) ?? new Map<string, readonly number[]>()
    const known = values.get(value)
    if (known) return known
    if (this.#rememberedCount++ >= maxRememberedTags) this.#forgetTags()
    const found = this.#matchTag(key, value)
    values.set(value, found)
    this.#rememberedTags.set(key, values)
    return found
  }

  #forgetTags(): void {
    this.#rememberedTags.clear()
    this.#rememberedCount = 0
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
