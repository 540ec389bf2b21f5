import type { Handlers } from '../../core/calls/index.ts'
import { listCountries } from './list-countries.ts'

export { carriersOfRecording, carriersOfTelemetry } from './reported-carriers.ts'
export { seenCarriersStatements } from './seen-carriers.ts'

export const carrierHandlers = { listCountries } satisfies Partial<Handlers>
