import { demoCustomers } from '../../apps/demo/src/demo-customers.ts'
import { fillAccount } from '../../apps/demo/src/fill-account.ts'
import { openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { TestServer } from './server.ts'
import { stoppedOnFailure } from './stopped-on-failure.ts'

/** A server with the accounts of the demonstration as at its start, without their history. */
export const startDemoServer = (): Promise<TestServer> =>
  stoppedOnFailure(async (started) => {
    const server = started.use(await TestServer.start())
    for (const customer of demoCustomers) {
      await openClientAccount(server.api.platform, customer, (tx) => fillAccount(tx, customer))
    }
    return server
  })

/** The token of somebody of the demonstration, with their own roles. */
export const signInToDemo = (server: TestServer, client: string, user_reference: string): Promise<string> => {
  const person = demoCustomers
    .find((customer) => customer.client === client)
    ?.people.find((one) => one.user_reference === user_reference)
  return server.signIn(client, { user_reference, roles: person?.roles ?? [] })
}
