import type { Handlers } from '../../core/calls/index.ts'
import { createClient } from './create-client.ts'
import { listClients } from './list-clients.ts'

export { type OpenedClient, openClientAccount } from './open-client-account.ts'
export { describeClient, setUpAccount } from './set-up-account.ts'

export const clientHandlers = {
  listClients,
  createClient,
} satisfies Partial<Handlers>
