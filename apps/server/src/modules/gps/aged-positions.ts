import { agedTable } from '../../platform/database/index.ts'

/** Positions from before a time, for retention. They belong to whom they were captured of. */
export const agedPositions = agedTable({
  table: 'gps',
  key: 'gps_reference',
  time: 'timestamp',
  group: 'group',
  device_user: 'device_user_reference',
})
