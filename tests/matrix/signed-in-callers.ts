import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import type { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { makeUlid } from '../conformance/document-handset.ts'
import { idTokenSeconds } from '../setup/direct-sign-in.ts'
import type { TestPerson, TestServer } from '../setup/server.ts'
import { inSupportMode } from '../setup/support-desk.ts'
import type { Caller } from './callers.ts'
import { appAudience } from './fixture-data.ts'
import { addApp, addRequest } from './fixtures.ts'

/** The person, app or device that makes the calls of a column. */
export interface SignedInCaller {
  readonly user_reference: string
  /** Headers with a token that is valid now: on a slow machine, the matrix takes longer than a token lives. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>
}

type Headers = Record<string, string>

/** Creates every caller, with the headers that they send. */
export class SignedInCallers {
  readonly #server: TestServer
  readonly #issuer: CustomerIssuer
  readonly #handset: string

  constructor(server: TestServer, issuer: CustomerIssuer, handset: string) {
    this.#server = server
    this.#issuer = issuer
    this.#handset = handset
  }

  async of(caller: Caller, user_reference: string): Promise<SignedInCaller> {
    const authorization = await this.#authorization(caller, user_reference)
    return { user_reference, headers: async () => ({ ...(await authorization()), 'x-forwarded-for': caller.address }) }
  }

  async #authorization({ kind, home, at, roles }: Caller, user_reference: string): Promise<() => Promise<Headers>> {
    const references = roles.map(({ role_reference }) => role_reference)
    if (kind === 'nobody') return async () => ({})
    if (kind === 'handset') return async () => bearer(this.#handset)
    if (kind === 'app') {
      const token = await this.#program(at, user_reference, references)
      return async () => bearer(await token())
    }
    if (kind === 'person') {
      const token = await this.#person(home, { user_reference, roles: references })
      return async () => bearer(await token())
    }
    const token = await this.#person(home, { user_reference, roles: ['Internal Support'] })
    const request_reference = makeUlid(Date.now())
    const approved = { request_reference, requested_by: user_reference, approval_state: 'approved' } as const
    await this.#in(at, async (tx) => {
      for (const role of references) await addRequest(tx, { ...approved, role })
    })
    return async () => inSupportMode(request_reference, await token())
  }

  async #person(account: string, person: TestPerson): Promise<() => Promise<string>> {
    await this.#server.signIn(account, person)
    return renewed(() => this.#server.issueIdToken(account, person))
  }

  async #program(account: string, app_reference: string, roles: string[]): Promise<() => Promise<string>> {
    const { issuer, jwks_uri } = this.#issuer
    const audience = appAudience(app_reference)
    await this.#in(account, (tx) => addApp(tx, { app_reference, group: null, issuer, audience, jwks_uri, roles }))
    return renewed(() => this.#issuer.token(audience))
  }

  #in(account: string, work: (tx: TenantTransaction) => Promise<void>): Promise<void> {
    return this.#server.api.platform.database.transaction(account, work)
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Issues a token again once half of its life is over. */
const renewed = (issue: () => Promise<string>): (() => Promise<string>) => {
  let token = ''
  let renewAtMs = 0
  return async () => {
    if (Date.now() < renewAtMs) return token
    token = await issue()
    renewAtMs = Date.now() + (1000 * idTokenSeconds) / 2
    return token
  }
}
