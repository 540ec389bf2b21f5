import type { Destination } from '../../platform/destinations/index.ts'
import type { ResultWriter } from './result-writer.ts'
import type { Slice } from './slice.ts'

/** A slice that sends: its destination, and where its results go. */
export interface Sending {
  slice: Slice
  destination: Destination
  writer: ResultWriter
}
