import { type HoldCoverage, maxCoveredRecordings } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countStatesOfGroups, countStatesOfPerson } from '../payloads/index.ts'

/** The recordings that a hold on a device user reaches now, of the whole account, and those that were destroyed before. */
export const coverageOfPerson = async (tx: TenantTransaction, device_user_reference: string): Promise<HoldCoverage> => {
  const states = await countStatesOfPerson(tx, device_user_reference, maxCoveredRecordings + 1)
  const counted = countedOf(states)
  return { ...counted, is_capped: counted.recordings + counted.destroyed > maxCoveredRecordings }
}

/** The same for holds on groups, whose recordings are counted as they come in. */
export const coverageOfGroups = async (
  tx: TenantTransaction,
  groups: readonly string[],
): Promise<ReadonlyMap<string, HoldCoverage>> => {
  const states = Map.groupBy(await countStatesOfGroups(tx, groups), ({ group }) => group)
  return new Map(groups.map((group) => [group, { ...countedOf(states.get(group) ?? []), is_capped: false }]))
}

const countedOf = (states: readonly { payload_state: string; payloads: number }[]) => {
  const sum = (isCounted: (state: string) => boolean) =>
    states.filter(({ payload_state }) => isCounted(payload_state)).reduce((total, { payloads }) => total + payloads, 0)
  return {
    recordings: sum((state) => state !== 'Destroyed'),
    destroyed: sum((state) => state === 'Destroyed'),
  }
}
