import { type Group, groupList } from '@holdfast/access'

/** All groups of an account by reference, as they were at one access version. */
export class GroupIndex {
  /** In the order of their references. */
  readonly all: readonly Group[]
  readonly #byReference: ReadonlyMap<string, Group>

  constructor(groups: readonly Group[]) {
    this.all = groupList([...groups].sort((a, b) => (a.group_reference < b.group_reference ? -1 : 1)))
    this.#byReference = new Map(this.all.map((group) => [group.group_reference, group]))
  }

  get(group_reference: string): Group | undefined {
    return this.#byReference.get(group_reference)
  }
}
