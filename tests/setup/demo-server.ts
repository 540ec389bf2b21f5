import { demoCustomers } from '../../apps/demo/src/demo-customers.ts'
import { fillAccount } from '../../apps/demo/src/fill-account.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { TestServer } from './server.ts'

/** A server with the accounts of the demonstration as at its start, without their history. */
export const startDemoServer = async (): Promise<TestServer> => {
  await using started = new AsyncDisposableStack()
  const server = started.use(await TestServer.start())
  for (const customer of demoCustomers) {
    await openClientAccount(server.api.platform, customer, (tx) => fillAccount(tx, customer))
  }
  started.move()
  return server
}

/** The token of somebody of the demonstration, with their own roles. */
export const signInToDemo = (server: TestServer, client: string, user_reference: string): Promise<string> => {
  const person = demoCustomers
    .find((customer) => customer.client === client)
    ?.people.find((one) => one.user_reference === user_reference)
  return server.signIn(client, { user_reference, roles: person?.roles ?? [] })
}
