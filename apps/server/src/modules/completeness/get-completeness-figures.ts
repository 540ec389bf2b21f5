import {
  type CallInput,
  type CompletenessFigures,
  type calls,
  type PayloadState,
  silentAfterDays,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countPeopleWithFewerDevices } from '../device-users/index.ts'
import { countSilentDevices } from '../devices/index.ts'
import { countStatesByType } from '../payloads/index.ts'
import { countGaps } from './missing-by-day.ts'

const dayMs = 24 * 60 * 60 * 1000

/** `GET /completeness`: how many there are now, each as the total of a list with a filter. */
export const getCompletenessFigures = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getCompletenessFigures>,
): Promise<CompletenessFigures> => {
  const visible = await ctx.groupsFor('completeness:read')
  const groups = query.groups ? visible.filter((group) => query.groups?.includes(group)) : visible
  const silent_since = query.silent_since ?? new Date(Date.now() - silentAfterDays * dayMs).toISOString().slice(0, 10)
  return ctx.read(async (tx) => {
    const gaps = await countGaps(tx, groups)
    const states = await countStatesByType(tx, groups, ['Recorded', 'Failed', 'NotRecoverable'])
    const of = (state: PayloadState) =>
      states
        .filter(({ payload_state }) => payload_state === state)
        .map(({ payload_type, total }) => ({ payload_type, total }))
    return {
      gaps: gaps.open,
      missing: gaps.missing,
      explained: gaps.explained,
      waiting: of('Recorded'),
      failed: of('Failed'),
      lost: of('NotRecoverable'),
      silent_devices: await countSilentDevices(tx, groups, silent_since),
      people_with_fewer_devices: await countPeopleWithFewerDevices(tx, groups),
    }
  })
}
