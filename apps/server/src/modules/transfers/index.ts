import type { Handlers } from '../../core/calls/index.ts'

const notBuilt = () => {
  throw new Error('not built yet')
}

export const transferHandlers = {
  runTransferConfig: notBuilt,
  listTransfers: notBuilt,
  getTransfer: notBuilt,
  runTransfer: notBuilt,
  listTransferItems: notBuilt,
  listTransferDays: notBuilt,
} satisfies Partial<Handlers>
