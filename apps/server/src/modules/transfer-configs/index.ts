import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { deleteTransferConfig } from './delete-config.ts'
import { findDueConfigs, makeTransferWindows } from './make-due-windows.ts'
import { getTransferConfig, getTransferSchedule, listTransferConfigs } from './read-configs.ts'
import { createTransferConfig, putTransferConfig } from './save-config.ts'
import { testTransferConfig } from './test-transfer-config.ts'

export { activeTransferConfigs, findActiveConfigs, type TransferConfigRow, transferConfigs } from './config-row.ts'
export { transferConfigWatches } from './config-watches.ts'
export { makeDueWindows } from './make-due-windows.ts'
export { makeWindow, rangeOf } from './make-window.ts'
export { destinationOptionsOf, zipPasswordOf } from './secrets.ts'

export const transferConfigHandlers = {
  listTransferConfigs,
  getTransferConfig,
  createTransferConfig,
  putTransferConfig,
  deleteTransferConfig,
  testTransferConfig,
  getTransferSchedule,
} satisfies Partial<Handlers>

export const transferConfigJobs: readonly AnyJob[] = [findDueConfigs, makeTransferWindows]
