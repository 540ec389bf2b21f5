import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { TestServer } from '../setup/server.ts'
import { allCallers, type Caller } from './callers.ts'
import { addFixtures, addHandsets } from './fixtures.ts'
import { severalAtOnce } from './several-at-once.ts'
import { type SignedInCaller, SignedInCallers } from './signed-in-callers.ts'
import { customer, groups, otherCustomer, provider } from './standing-things.ts'

/** A server with the fixtures in both accounts, and every caller signed in as a person, app or device of their own. */
export class Stage {
  readonly server: TestServer
  readonly cast: ReadonlyMap<Caller, SignedInCaller>
  readonly #issuer: CustomerIssuer

  private constructor(server: TestServer, issuer: CustomerIssuer, cast: ReadonlyMap<Caller, SignedInCaller>) {
    this.server = server
    this.#issuer = issuer
    this.cast = cast
  }

  static async open(): Promise<Stage> {
    const server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
    const issuer = await CustomerIssuer.start()
    const names = groups.map(({ group_reference }) => group_reference)
    await server.openAccount(otherCustomer)
    for (const account of [customer, provider]) {
      await server.openAccount(account, names)
      await addFixtures(server, account)
    }
    const handset = await addHandsets(server)
    const callers = new SignedInCallers(server, issuer, handset)
    const cast = await severalAtOnce(allCallers, 4, (caller) =>
      callers.of(caller, `caller-${allCallers.indexOf(caller)}`),
    )
    return new Stage(server, issuer, cast)
  }

  async close(): Promise<void> {
    await this.#issuer.close()
    await this.server.stop()
  }
}
