import type { Group, Tag } from './group.ts'
import { finish, type Steps } from './steps.ts'

/** Answers that a list keeps. Each has at most as many references as the list has groups. */
const maxAnswers = 50

/** Groups whose tags are numbered in one step. */
const groupsInStep = 200

/** Groups that never change, with their tags numbered and a cache of answers about all of them. */
export class GroupList {
  readonly groups: readonly Group[]
  /** The different tags of the groups. Their index is their number. Groups share most of their tags. */
  readonly tags: Tag[] = []
  readonly #numbers = new Map<string, Map<string, number>>()
  /** The numbers of the tags of all groups, one after the other. */
  readonly tagNumbers: Int32Array
  /** For each group the index of its first tag in `tagNumbers`, and one more for the end. */
  readonly begins: Int32Array
  readonly #answers = new Map<string, unknown>()

  private constructor(groups: readonly Group[]) {
    this.groups = groups
    this.tagNumbers = new Int32Array(groups.reduce((sum, { tags }) => sum + tags.length, 0))
    this.begins = new Int32Array(groups.length + 1)
  }

  static *of(groups: readonly Group[]): Steps<GroupList> {
    const list = new GroupList(groups)
    for (let place = 0; place < groups.length; place++) {
      list.#numberTags(place)
      if (place % groupsInStep === 0) yield
    }
    list.#numbers.clear()
    return list
  }

  /** The cached answer of a key; undefined if there is none or newer ones replaced it. */
  answer(key: string): unknown {
    const answer = this.#answers.get(key)
    if (answer !== undefined) this.keep(key, answer)
    return answer
  }

  keep(key: string, answer: unknown): void {
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    const [oldest] = this.#answers.size > maxAnswers ? this.#answers.keys() : []
    if (oldest !== undefined) this.#answers.delete(oldest)
  }

  #numberTags(place: number): void {
    let at = this.begins[place] ?? 0
    for (const tag of this.groups[place]?.tags ?? []) {
      const values = this.#numbers.get(tag.tag_key) ?? new Map<string, number>()
      if (values.size === 0) this.#numbers.set(tag.tag_key, values)
      const number = values.get(tag.tag_value) ?? this.tags.push(tag) - 1
      values.set(tag.tag_value, number)
      this.tagNumbers[at++] = number
    }
    this.begins[place + 1] = at
  }
}

const lists = new WeakMap<readonly Group[], GroupList>()

/** Makes a list of groups that never changes. A repeated question about such a list is answered from its cache. */
export function* groupListInSteps(groups: readonly Group[]): Steps<readonly Group[]> {
  const frozen = Object.freeze(
    groups.map(({ group_reference, tags }) => Object.freeze({ group_reference, tags: Object.freeze([...tags]) })),
  )
  lists.set(frozen, yield* GroupList.of(frozen))
  return frozen
}

/** `groupListInSteps` without interruption. */
export const groupList = (groups: readonly Group[]): readonly Group[] => finish(groupListInSteps(groups))

/** The list behind groups that came from `groupList`; null for others. */
export const listOf = (groups: readonly Group[]): GroupList | null => lists.get(groups) ?? null

/** An answer about groups: cached for those that came from `groupList`, computed each time for others. */
export function* cachedAnswer<T>(groups: readonly Group[], key: string, make: () => Steps<T>): Steps<T> {
  const list = listOf(groups)
  const known = list?.answer(key) as T | undefined
  if (known !== undefined) return known
  const answer = yield* make()
  list?.keep(key, answer)
  return answer
}
