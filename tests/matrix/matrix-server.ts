import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { mapConcurrently } from '../setup/map-concurrently.ts'
import { TestServer } from '../setup/server.ts'
import { stoppedOnFailure } from '../setup/stopped-on-failure.ts'
import { allCallers, type Caller } from './callers.ts'
import { customer, groups, otherCustomer, provider } from './fixture-data.ts'
import { addFixtures, addHandsets } from './fixtures.ts'
import { InjectableCalls } from './injectable-calls.ts'
import { type SignedInCaller, SignedInCallers } from './signed-in-callers.ts'

/** A server with the fixtures in both accounts, and every caller signed in as a person, app or device of their own. */
export class MatrixServer {
  readonly server: TestServer
  readonly signedInCallers: ReadonlyMap<Caller, SignedInCaller>
  /** The same calls, without connections. */
  readonly injectable: InjectableCalls
  readonly #issuer: CustomerIssuer

  private constructor(
    server: TestServer,
    injectable: InjectableCalls,
    issuer: CustomerIssuer,
    signedInCallers: ReadonlyMap<Caller, SignedInCaller>,
  ) {
    this.server = server
    this.injectable = injectable
    this.#issuer = issuer
    this.signedInCallers = signedInCallers
  }

  static open(): Promise<MatrixServer> {
    return stoppedOnFailure(MatrixServer.#open)
  }

  static async #open(this: void, started: AsyncDisposableStack): Promise<MatrixServer> {
    // All callers have one address, and make more calls within a minute than strangers may.
    const server = started.use(
      await TestServer.start({
        environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8', HOLDFAST_STRANGER_REQUESTS_PER_MINUTE: '100000' },
      }),
    )
    const injectable = started.use(await InjectableCalls.of(server))
    const issuer = started.adopt(await CustomerIssuer.start(), (issuer) => issuer.close())
    const names = groups.map(({ group_reference }) => group_reference)
    await server.openAccount(otherCustomer)
    for (const account of [customer, provider]) {
      await server.openAccount(account, names)
      await addFixtures(server, account)
    }
    const handset = await addHandsets(server)
    const callers = new SignedInCallers(server, issuer, handset)
    const signedInCallers = await mapConcurrently(allCallers, 4, (caller) =>
      callers.of(caller, `caller-${allCallers.indexOf(caller)}`),
    )
    return new MatrixServer(server, injectable, issuer, signedInCallers)
  }

  async close(): Promise<void> {
    await this.#issuer.close()
    await this.injectable.close()
    await this.server.stop()
  }
}
