import type { SupportAccess } from '@holdfast/contract'
import type { CallOptions, TestServer } from './server.ts'

const hourMs = 3_600_000

export const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()

/** The Authorization header for a call in support mode. */
export const inSupportMode = (request_reference: string, token: string): Record<string, string> => ({
  authorization: `InternalSupport ${request_reference} Bearer ${token}`,
})

/** Both sides of support access: the provider's staff, who request it, and a customer's people, who decide. */
export class SupportDesk {
  readonly server: TestServer
  readonly client: string
  /** Id tokens of the staff nadia and marc, and of boss, who decides for the customer. */
  readonly tokens: { nadia: string; marc: string; boss: string }

  constructor(server: TestServer, client: string, tokens: SupportDesk['tokens']) {
    this.server = server
    this.client = client
    this.tokens = tokens
  }

  /**
   * Opens the provider's account and signs in its staff: nadia can do everything there, marc is support staff.
   * @param boss id token of a person of the customer who may decide
   */
  static async open(server: TestServer, client: string, boss: string): Promise<SupportDesk> {
    await server.openAccount('admin')
    const nadia = await server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
    const marc = await server.signIn('admin', { user_reference: 'marc', roles: ['Internal Support'] })
    return new SupportDesk(server, client, { nadia, marc, boss })
  }

  ask(body: Partial<AskedFor> = {}, { token = this.tokens.marc, client = this.client } = {}): Promise<Response> {
    return this.server.call('POST', `/api/admin/v1/clients/${client}/supportaccess`, {
      token,
      origin: this.server.originOf('admin'),
      body: { role: 'Auditor', request_description: 'Ticket 4711', requested_expiry: hoursFromNow(1), ...body },
    })
  }

  async asked(body: Partial<AskedFor> = {}, token = this.tokens.marc): Promise<SupportAccess> {
    return answered(await this.ask(body, { token }))
  }

  decide(request_reference: string, body: object, token = this.tokens.boss): Promise<Response> {
    return this.server.call('PUT', `/api/admin/v1/${this.client}/supportaccess/${request_reference}`, { token, body })
  }

  async decided(request_reference: string, approval_state: string): Promise<SupportAccess> {
    return answered(await this.decide(request_reference, { approval_state }))
  }

  cancel(request_reference: string, token = this.tokens.marc): Promise<Response> {
    const address = `/api/admin/v1/clients/${this.client}/supportaccess/${request_reference}`
    return this.server.call('DELETE', address, { token, origin: this.server.originOf('admin') })
  }

  /** Requests access as marc in this role, approves the request, and returns its reference. */
  async approved(role = 'Auditor'): Promise<string> {
    const { request_reference } = await this.asked({ role })
    await this.decided(request_reference, 'approved')
    return request_reference
  }

  /** Makes a call in support mode, by default as marc. */
  visit(
    method: string,
    path: string,
    request_reference: string,
    { token = this.tokens.marc, ...options }: CallOptions = {},
  ): Promise<Response> {
    const headers = { ...inSupportMode(request_reference, token), ...options.headers }
    return this.server.call(method, path, { origin: this.server.originOf('admin'), ...options, headers })
  }

  /** Moves the times of a request into the past, as if it had been made this many hours earlier. */
  async age(request_reference: string, hours: number): Promise<void> {
    const { client } = this
    await this.server.api.platform.database.transaction(client, async (tx) => {
      const request = await tx.db
        .selectFrom('support_access')
        .select(['requested_at', 'requested_expiry', 'approval_expiry'])
        .where('client', '=', client)
        .where('request_reference', '=', request_reference)
        .executeTakeFirstOrThrow()
      const earlier = (time: string) => new Date(Date.parse(time) - hours * hourMs)
      await tx.db
        .updateTable('support_access')
        .set({
          requested_at: earlier(request.requested_at),
          requested_expiry: earlier(request.requested_expiry),
          approval_expiry: request.approval_expiry === null ? null : earlier(request.approval_expiry),
        })
        .where('client', '=', client)
        .where('request_reference', '=', request_reference)
        .execute()
    })
  }

  /** The trail of an account, or only the entries of one request; newest last. */
  trail(client: string, support_reference?: string) {
    return this.server.api.platform.database.read(client, (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select([
          'user_id',
          'roles',
          'call',
          'is_allowed',
          'denial_reason',
          'status_code',
          'support_reference',
          'events',
        ])
        .where('client', '=', client)
        .$if(support_reference !== undefined, (q) => q.where('support_reference', '=', support_reference ?? ''))
        .orderBy('log_id')
        .execute(),
    )
  }
}

interface AskedFor {
  role: string
  request_description: string
  requested_expiry: string
}

const answered = async (response: Response): Promise<SupportAccess> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as SupportAccess
}
