import { instantOf } from '@holdfast/contract'
import type { Notice } from '../../platform/database/index.ts'

interface NewPosition {
  gps_reference: string
  timestamp: string
  group: string
}

/** One notice for each group, with the number of its new positions. A request nearly always has one group. */
export const noticesOfPositions = (device_reference: string, positions: readonly NewPosition[]): Notice[] =>
  [...Map.groupBy(positions, ({ group }) => group)].map(([group, ofGroup]) => {
    const times = ofGroup.map(({ timestamp }) => instantOf(timestamp).toISOString()).sort()
    return {
      kind: 'gps',
      reference: ofGroup[0]?.gps_reference ?? '',
      device_reference,
      state: null,
      payload_type: null,
      group,
      count: ofGroup.length,
      times: { from: times[0] ?? '', until: times.at(-1) ?? '' },
    }
  })
