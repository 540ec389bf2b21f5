import type { Access, Visibility } from '@holdfast/access'
import { type Action, type AuditEvent, type CallDeclaration, type PayloadType, ProductError } from '@holdfast/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Actor,
  Finish,
  noticesStatement,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { callerAddress } from '../../platform/http/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { appUserReference, visitorReference } from '../accounts/index.ts'
import {
  type Activity,
  type AuditedEvent,
  activityStatements,
  type Outcome,
  recordedParameters,
} from '../activities/index.ts'
import {
  assertSessionValid,
  type ClientApp,
  type DevicePrincipal,
  type GroupIndex,
  type PortalUser,
  type Principal,
  type Session,
} from '../authorization/index.ts'
import { noticesOf } from '../notices/index.ts'
import type { Platform } from '../platform.ts'
import type { SharedChange } from './shared-change.ts'

/** A transaction of a call: its changes and its entry on the trail commit or roll back together. */
export interface AuditedTransaction extends TenantTransaction {
  /**
   * Records a change of this call, for the trail and for open screens (`noticesOf`). A call that declares an audit event can't
   * commit without one.
   * @param groups the groups whose readers' open screens are notified; everybody in the account when absent
   */
  audit(event: AuditEvent, details?: Record<string, unknown>, groups?: readonly (string | null)[]): void
}

/** What a caller may do at this moment, which may have changed since their call began. */
export interface CurrentCaller {
  access: Access
  groups: GroupIndex
  session: Session
}

interface ContextParts {
  platform: Platform
  call: CallDeclaration
  client: string
  principal: Principal
  access: Access | null
  is_address_admitted: boolean
  access_version: number | null
  token_issued_at_s: number | null
  activity: Activity
  request: FastifyRequest
  reply: FastifyReply
  assertStillAdmitted: () => Promise<void>
  isExport?: boolean
}

/** Everything that a handler knows of its call. */
export class RequestContext {
  readonly platform: Platform
  readonly call: CallDeclaration
  /** `false` for people outside the account's ranges, who may make few calls (`outsideAccountRanges`). */
  readonly is_address_admitted: boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * For handlers that read the body themselves, before they act on it: the caller may have been shut out while it arrived.
   * @throws ProductError as at the beginning of the call
   */
  readonly assertStillAdmitted: () => Promise<void>
  /**
   * Whether a list is read for a file. It then shows no content of recordings, which leaves by downloads only, and of the trail only
   * what the caller may export.
   */
  readonly isExport: boolean
  readonly #access: Access | null
  readonly #accessVersion: number | null
  #groups: GroupIndex | undefined
  readonly #tokenIssuedAtS: number | null
  readonly #activity: Activity
  #principal: Principal
  #client: string

  constructor(parts: ContextParts) {
    this.platform = parts.platform
    this.call = parts.call
    this.#client = parts.client
    this.request = parts.request
    this.reply = parts.reply
    this.assertStillAdmitted = parts.assertStillAdmitted
    this.isExport = parts.isExport ?? false
    this.is_address_admitted = parts.is_address_admitted
    this.#access = parts.access
    this.#accessVersion = parts.access_version
    this.#tokenIssuedAtS = parts.token_issued_at_s
    this.#activity = parts.activity
    this.#principal = parts.principal
  }

  /** The account of the call. */
  get client(): string {
    return this.#client
  }

  /** The caller's network address, through trusted proxies only. */
  get address(): string {
    return callerAddress(this.request)
  }

  get request_id(): string {
    return this.request.id
  }

  get principal(): Principal {
    return this.#principal
  }

  /** What the caller's roles allow from this address. */
  get access(): Access {
    if (!this.#access) throw new ProductError('auth.required')
    return this.#access
  }

  /** The person or client app, for calls of the portals. */
  get caller(): PortalUser | ClientApp {
    const principal = this.#principal
    if (principal.kind !== 'portal_user' && principal.kind !== 'client_app') throw new ProductError('auth.required')
    return principal
  }

  /** The person, for calls that only people can make. */
  get user(): PortalUser {
    if (this.#principal.kind === 'client_app') throw new ProductError('auth.forbidden')
    if (this.#principal.kind !== 'portal_user') throw new ProductError('auth.required')
    return this.#principal
  }

  /** The handset, for device calls. */
  get device(): DevicePrincipal {
    if (this.#principal.kind !== 'device') throw new ProductError('auth.required')
    return this.#principal
  }

  /** The account's access version as it was when the call began; `null` for calls without a session. */
  get access_version(): number | null {
    return this.#accessVersion
  }

  /** When the caller's token was issued, in seconds since 1970. Anything derived from it must not outlive its session. */
  get token_issued_at_s(): number {
    if (this.#tokenIssuedAtS === null) throw new ProductError('auth.required')
    return this.#tokenIssuedAtS
  }

  /** The caller as records name them: in `updated_by`, and in the custody of payloads. */
  get actor(): Actor {
    const where = { address: this.address, request_id: this.request_id }
    const principal = this.#principal
    if (principal.kind === 'portal_user') return { kind: 'portal_user', reference: principal.user_reference, ...where }
    if (principal.kind === 'client_app') {
      return { kind: 'client_app', reference: appUserReference(principal.app_reference), ...where }
    }
    if (principal.kind === 'device') return { kind: 'device', reference: principal.device_reference, ...where }
    return { kind: 'system', reference: 'anonymous', ...where }
  }

  /** Sets the identity of a public call's caller once it is known, so that the trail can name them. */
  identify(principal: Principal): void {
    this.#principal = principal
    this.#activity.principal = principal
  }

  /** Records further parameters of the call, so that the trail has them even if it is refused. */
  recordClaims(claimed: Record<string, unknown>): void {
    const { parameters } = this.#activity
    this.#activity.parameters = { ...parameters, ...(recordedParameters(claimed) as typeof parameters) }
  }

  /** Continues in the account that a public call turned out to be for. */
  enter(client: string): void {
    this.#client = client
    this.#activity.client = client
  }

  /**
   * Continues in a customer's account for a call of the provider's area. From here on the trails of both accounts record the
   * call. The caller may do what the provider's area allowed, and has no rights of the account itself.
   * @throws ProductError `request.not_found` when there is no such customer
   */
  async enterCustomer(client: string): Promise<void> {
    this.enterNewCustomer(await this.platform.clients.customerName(client))
  }

  /** Like `enterCustomer`, for an account that may not have been opened yet. */
  enterNewCustomer(client: string): void {
    const { user_reference, roles } = this.user
    const visit = { support_reference: null, staff: { user_reference, roles } }
    this.identify({ ...this.user, user_reference: visitorReference(user_reference), user_group: null, visit })
    this.enter(client)
  }

  /** Sets the group that the call concerns, so that the trail can be filtered by it. */
  setAuditGroup(group: string): void {
    this.#activity.group = group
  }

  /** Sets the opening of a recording that the call is, or that it goes on with, so that the trail can list them as one. */
  setListening(reference: string | undefined): void {
    this.#activity.listening = reference ?? null
  }

  get auditGroup(): string | null {
    return this.#activity.group
  }

  /** Sets the status of the response where it is not 200. */
  setStatus(status: number): void {
    this.reply.code(status)
    this.#activity.outcome = { ...this.#activity.outcome, status_code: status }
  }

  /** Records a refusal that the response itself reports, although the call succeeds. */
  recordRefusal(refusal: NonNullable<Outcome['refusal']>): void {
    this.#activity.outcome = { ...this.#activity.outcome, refusal }
  }

  /** Records what the call found and has stored by itself. The trail shows it with the call, however the call ends. */
  recordFinding(event: AuditEvent, details: Record<string, unknown>): void {
    this.#activity.findings.push({ event, details })
  }

  /** The account's groups, against which the caller's access is evaluated; the same ones for the whole call. */
  async groups(): Promise<GroupIndex> {
    this.#groups ??= await this.platform.authorization.groupsOf(this.client, this.#accessVersion)
    return this.#groups
  }

  /** Groups are read before a transaction: work that asks for them in it can't begin another one. */
  async #beforeTransaction(): Promise<void> {
    if (this.#accessVersion !== null) await this.groups()
  }

  /** References of the groups in which the caller may do this. */
  async groupsFor(action: Action, payload_type?: PayloadType): Promise<readonly string[]> {
    const { all } = await this.groups()
    return runSteps(this.access.groupsForInSteps(action, all, payload_type))
  }

  /** What a list must be restricted to for the caller: payload types with the groups in which they may do this. */
  async visibility(action: Action, types: readonly PayloadType[]): Promise<readonly Visibility[]> {
    const { all } = await this.groups()
    return runSteps(this.access.visibilityInSteps(action, all, types))
  }

  /**
   * The caller's session as it is now, which may have changed since the call began.
   * @throws ProductError `auth.inactive` if the caller was removed meanwhile; `auth.bad_support_prefix` if the visit is over
   */
  currentSession(): Promise<Session> {
    const { caller, client, address } = this
    const { authorization } = this.platform
    if (caller.kind === 'client_app') return authorization.appSessionOf(client, caller.app_reference, address)
    const { user_reference, visit } = caller
    if (!visit?.support_reference) return authorization.sessionOf(client, user_reference, address)
    const { support_reference, staff } = visit
    return authorization.visitOf(client, { user_reference: staff.user_reference, support_reference }, address)
  }

  /**
   * What the caller may do now, for responses that last long.
   * @throws ProductError `auth.inactive` if the caller was removed or signed out meanwhile; `auth.address_not_allowed` if their
   *   address is no longer admitted
   */
  async currentCaller(): Promise<CurrentCaller> {
    const session = await this.currentSession()
    if (this.caller.kind === 'portal_user') assertSessionValid(session, this.token_issued_at_s)
    if (!session.is_address_admitted) throw new ProductError('auth.address_not_allowed')
    const { authorization } = this.platform
    const groups = await authorization.groupsOf(this.client, session.access_version)
    return { access: session.access, groups, session }
  }

  /** Whether the caller may do this in this group; false for a group that does not exist. */
  async can(action: Action, group_reference: string, payload_type?: PayloadType): Promise<boolean> {
    const group = (await this.groups()).get(group_reference)
    return group !== undefined && this.access.can(action, { group, ...(payload_type ? { payload_type } : {}) })
  }

  /** Reads in one read-only transaction of the account. */
  async read<T>(work: (tx: TenantTransaction) => Promise<T | Finish<T>>): Promise<T> {
    await this.#beforeTransaction()
    return this.platform.database.read(this.client, work)
  }

  /** Reads the rows of one statement of the account, and waits once. */
  readOnce<Row>(statement: Statement<Row>): Promise<Row[]> {
    return this.platform.database.readOnce(this.client, statement)
  }

  /**
   * Makes a change that commits together with the changes of other calls of the account at the same moment. The activity is
   * written in the same transaction (see `sharedChange`).
   */
  async changeShared<Change>(
    kind: SharedChange<Change>,
    change: Change,
    events: readonly AuditedEvent[],
  ): Promise<void> {
    this.#activity.setEvents(events)
    await this.platform.database.writeShared(this.client, kind, { change, activity: this.#activity })
    this.#activity.isWritten = true
  }

  /**
   * Lets the answer begin while this call's entry on the trail is being written. The answer must wait for the entry before it is
   * complete.
   */
  answerWhileRecording(): void {
    this.#activity.isWritten = true
  }

  /** Makes changes in one transaction of the account. The activity is written in the same transaction. */
  async transaction<T>(work: (tx: AuditedTransaction) => Promise<T | Finish<T>>): Promise<T> {
    const events: AuditedEvent[] = []
    await this.#beforeTransaction()
    const result = await this.platform.database.transaction(this.client, async (tx) => {
      const audit: AuditedTransaction['audit'] = (event, details = {}, groups = [null]) => {
        events.push({ event, details, groups })
      }
      const outcome = await work({ ...tx, audit })
      if (this.call.audit && events.length === 0) {
        throw new Error(`${this.call.method} ${this.call.path} changed something and audited nothing`)
      }
      if (events.length === 0) return outcome
      this.#activity.setEvents(events)
      const notices = events.flatMap(noticesOf)
      const { statements, resultOf } = outcome instanceof Finish ? outcome : new Finish<T>([], () => outcome)
      return new Finish(
        [
          ...statements,
          ...(notices.length > 0 ? [noticesStatement(tx, notices)] : []),
          ...activityStatements(tx.client, [this.#activity.toRow(tx.client)]),
        ],
        (rows) => resultOf(rows.slice(0, statements.length)),
      )
    })
    // Only after the commit: a transaction that was rolled back has written no activity.
    if (events.length > 0) this.#activity.isWritten = true
    return result
  }
}
