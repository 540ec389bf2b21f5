import type { Handlers } from '../../core/calls/index.ts'
import { listDevicePositions, listDeviceUserPositions, listPositions } from './list-positions.ts'
import { receivePositions } from './receive-positions.ts'

export { agedPositions } from './aged-positions.ts'

export const gpsHandlers = {
  receivePositions,
  listPositions,
  listDevicePositions,
  listDeviceUserPositions,
} satisfies Partial<Handlers>
