import type { Group, Tag } from './group.ts'

/** Answers remembered of a list, each with up to as many references as it has groups. */
const maxAnswers = 50

/** All groups of an account at one moment, with what is remembered of them so that not everything is looked at each time. */
export class GroupList {
  readonly groups: readonly Group[]
  /** The different tags of the groups, numbered by their place. Groups share most of theirs. */
  readonly tags: readonly Tag[]
  readonly #tagNumbers: Int32Array
  /** For each group, and past the last, where its tags begin in `#tagNumbers`. */
  readonly #begins: Int32Array
  readonly #answers = new Map<string, unknown>()

  constructor(groups: readonly Group[]) {
    this.groups = groups
    this.#tagNumbers = new Int32Array(groups.reduce((sum, { tags }) => sum + tags.length, 0))
    this.#begins = new Int32Array(groups.length + 1)
    this.tags = this.#numberTags()
  }

  /** Calls back with the number of each tag of a group. */
  eachTag(place: number, look: (tag: number) => void): void {
    const end = this.#begins[place + 1] ?? 0
    for (let at = this.#begins[place] ?? 0; at < end; at++) look(this.#tagNumbers[at] ?? 0)
  }

  /** What `make` made for that key, unless it was forgotten for others. */
  remembered<T>(key: string, make: () => T): T {
    const answer = this.#answers.has(key) ? (this.#answers.get(key) as T) : make()
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    const [oldest] = this.#answers.size > maxAnswers ? this.#answers.keys() : []
    if (oldest !== undefined) this.#answers.delete(oldest)
    return answer
  }

  #numberTags(): Tag[] {
    const tags: Tag[] = []
    const numbers = new Map<string, Map<string, number>>()
    let at = 0
    for (const [place, group] of this.groups.entries()) {
      this.#begins[place] = at
      for (const tag of group.tags) {
        const values = numbers.get(tag.tag_key) ?? new Map<string, number>()
        if (values.size === 0) numbers.set(tag.tag_key, values)
        const number = values.get(tag.tag_value) ?? tags.push(tag) - 1
        values.set(tag.tag_value, number)
        this.#tagNumbers[at++] = number
      }
    }
    this.#begins[this.groups.length] = at
    return tags
  }
}

const lists = new WeakMap<readonly Group[], GroupList>()

/**
 * The groups as a list that never changes. Made once and given to every question about all of them, it is answered again
 * without looking at each group.
 */
export const groupList = (groups: readonly Group[]): readonly Group[] => {
  const list = Object.freeze(
    groups.map(({ group_reference, tags }) => Object.freeze({ group_reference, tags: Object.freeze([...tags]) })),
  )
  lists.set(list, new GroupList(list))
  return list
}

/** What is remembered of groups that came from `groupList`; null of any others. */
export const listOf = (groups: readonly Group[]): GroupList | null => lists.get(groups) ?? null

/** An answer about groups: remembered for those that came from `groupList`, made anew for any others. */
export const rememberedOf = <T>(groups: readonly Group[], key: string, make: () => T): T =>
  lists.get(groups)?.remembered(key, make) ?? make()
