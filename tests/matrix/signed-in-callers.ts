import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import type { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { makeUlid } from '../conformance/document-handset.ts'
import type { TestServer } from '../setup/server.ts'
import { inSupportMode } from '../setup/support-desk.ts'
import type { Caller } from './callers.ts'
import { appAudience } from './fixture-data.ts'
import { addApp, addRequest } from './fixtures.ts'

/** The person, app or device that makes the calls of a column. */
export interface SignedInCaller {
  readonly user_reference: string
  readonly headers: Readonly<Record<string, string>>
}

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
    return { user_reference, headers: { ...authorization, 'x-forwarded-for': caller.address } }
  }

  async #authorization({ kind, home, at, roles }: Caller, user_reference: string): Promise<Record<string, string>> {
    const references = roles.map(({ role_reference }) => role_reference)
    if (kind === 'nobody') return {}
    if (kind === 'handset') return bearer(this.#handset)
    if (kind === 'app') return bearer(await this.#program(at, user_reference, references))
    if (kind === 'person') return bearer(await this.#server.signIn(home, { user_reference, roles: references }))
    const token = await this.#server.signIn(home, { user_reference, roles: ['Internal Support'] })
    const request_reference = makeUlid(Date.now())
    const approved = { request_reference, requested_by: user_reference, approval_state: 'approved' } as const
    await this.#in(at, async (tx) => {
      for (const role of references) await addRequest(tx, { ...approved, role })
    })
    return inSupportMode(request_reference, token)
  }

  async #program(account: string, app_reference: string, roles: string[]): Promise<string> {
    const { issuer, jwks_uri } = this.#issuer
    const audience = appAudience(app_reference)
    await this.#in(account, (tx) => addApp(tx, { app_reference, group: null, issuer, audience, jwks_uri, roles }))
    return this.#issuer.token(audience)
  }

  #in(account: string, work: (tx: TenantTransaction) => Promise<void>): Promise<void> {
    return this.#server.api.platform.database.transaction(account, work)
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
