import { type Group, groupListInSteps } from '@holdfast/access'
import { runSteps } from '../../platform/yield-to-event-loop.ts'

/** All groups of an account by reference, as they were at one access version. */
export class GroupIndex {
  /** Sorted by reference. */
  readonly all: readonly Group[]
  readonly #byReference: ReadonlyMap<string, Group>

  private constructor(all: readonly Group[]) {
    this.all = all
    this.#byReference = new Map(all.map((group) => [group.group_reference, group]))
  }

  static async of(groups: readonly Group[]): Promise<GroupIndex> {
    const sorted = [...groups].sort((a, b) => (a.group_reference < b.group_reference ? -1 : 1))
    return new GroupIndex(await runSteps(groupListInSteps(sorted)))
  }

  get(group_reference: string): Group | undefined {
    return this.#byReference.get(group_reference)
  }
}
