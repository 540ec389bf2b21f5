import type { Group, Tag } from './group.ts'
import { finish, type Steps } from './steps.ts'

/** Answers remembered of a list, each with up to as many references as it has groups. */
const maxAnswers = 50

/** Groups whose tags are numbered in one step. */
const groupsInStep = 200

/** Groups that never change, with what is remembered of them so that not everything is looked at each time. */
export class GroupList {
  readonly groups: readonly Group[]
  /** The different tags of the groups, numbered by their place. Groups share most of theirs. */
  readonly tags: Tag[] = []
  readonly #numbers = new Map<string, Map<string, number>>()
  /** The numbers of the tags of all groups, one after the other. */
  readonly tagNumbers: Int32Array
  /** For each group, and past the last, where its tags begin in `tagNumbers`. */
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

  /** What was remembered under a key, or undefined when nothing was or it was forgotten for others. */
  answer(key: string): unknown {
    const answer = this.#answers.get(key)
    if (answer !== undefined) this.remember(key, answer)
    return answer
  }

  remember(key: string, answer: unknown): void {
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

/**
 * The groups as a list that never changes. Made once and given to every question about all of them, it is answered again
 * without looking at each group.
 */
export function* groupListInSteps(groups: readonly Group[]): Steps<readonly Group[]> {
  const frozen = Object.freeze(
    groups.map(({ group_reference, tags }) => Object.freeze({ group_reference, tags: Object.freeze([...tags]) })),
  )
  lists.set(frozen, yield* GroupList.of(frozen))
  return frozen
}

/** As `groupListInSteps`, at once. */
export const groupList = (groups: readonly Group[]): readonly Group[] => finish(groupListInSteps(groups))

/** What is remembered of groups that came from `groupList`; null of any others. */
export const listOf = (groups: readonly Group[]): GroupList | null => lists.get(groups) ?? null

/** An answer about groups: remembered for those that came from `groupList`, made anew for any others. */
export function* rememberedOf<T>(groups: readonly Group[], key: string, make: () => Steps<T>): Steps<T> {
  const list = listOf(groups)
  const known = list?.answer(key) as T | undefined
  if (known !== undefined) return known
  const answer = yield* make()
  list?.remember(key, answer)
  return answer
}
