import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob, JobLane } from '../../core/jobs.ts'
import { confirmReceiptsWith } from '../payloads/index.ts'
import { confirmItems } from './confirm-items.ts'
import { getTransfer } from './get-transfer.ts'
import { listTransferDays } from './list-transfer-days.ts'
import { listTransferItems } from './list-transfer-items.ts'
import { listTransfers } from './list-transfers.ts'
import { readReceipts } from './read-receipts.ts'
import { runTransfer } from './run.ts'
import { runTransferCall } from './run-transfer-call.ts'
import { runTransferConfig } from './run-transfer-config.ts'
import { findEndedDays, sendDays } from './send-days.ts'
import { sweepTransfers } from './sweep-transfers.ts'

export { agedTransfers } from './aged-transfers.ts'
export { transfersOfPayloads } from './transfers-of-payloads.ts'
export { transferWatches } from './watches.ts'

export const transferHandlers = {
  /** A receipt of a recording is one of its transfers as well. */
  confirmReceipts: confirmReceiptsWith(confirmItems),
  runTransferConfig,
  listTransfers,
  getTransfer,
  runTransfer: runTransferCall,
  listTransferItems,
  listTransferDays,
} satisfies Partial<Handlers>

export const transferJobs: readonly AnyJob[] = [sweepTransfers, findEndedDays]

/** A lane of its own: archives that do not answer delay nothing else, and a dozen of them not each other. */
export const transferLane: JobLane = { jobs: [runTransfer, readReceipts, sendDays], concurrency: 12 }
