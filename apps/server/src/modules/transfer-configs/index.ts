import type { Handlers } from '../../core/calls/index.ts'

const notBuilt = () => {
  throw new Error('not built yet')
}

export const transferConfigHandlers = {
  listTransferConfigs: notBuilt,
  getTransferConfig: notBuilt,
  createTransferConfig: notBuilt,
  putTransferConfig: notBuilt,
  deleteTransferConfig: notBuilt,
  testTransferConfig: notBuilt,
  getTransferSchedule: notBuilt,
} satisfies Partial<Handlers>
