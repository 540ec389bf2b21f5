import type { Static, TObject, TSchema } from 'typebox'
import type { Action } from './actions.ts'
import type { AuditEvent } from './audit-events.ts'
import type { ErrorCode } from './errors.ts'

/**
 * The group of calls that a call belongs to (docs/decisions/0001, 'Addresses'):
 * - `admin-internal`: `/api/admin/v1{path}`, the provider's staff.
 * - `admin-client`: `/api/admin/v1/{client}{path}`, one account, for its own people and for staff in support mode.
 * - `client`: `/api/client/v1/{client}{path}`, the recorded content of one account.
 * - `device`: `/api/device/v1{path}`, handsets with the access token of `POST /verify`.
 */
export type Catalogue = 'admin-internal' | 'admin-client' | 'client' | 'device'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/**
 * Who may make a call at all.
 * - an `Action`: the caller's roles must allow it for at least one group; the handler narrows it to the group in question.
 * - `signed_in`: any person or client app of the account with a valid token.
 * - `device`: a handset with its access token.
 * - `public`: callers are not identified.
 */
export type CallAction = Action | 'signed_in' | 'device' | 'public'

/** The form of a call's response: JSON, bytes of a recording, an event stream or nothing. */
export type ResponseKind = 'json' | 'stream' | 'events' | 'empty'

/** A header of a request or response, as the reference documents it. */
export interface HeaderDeclaration {
  readonly description: string
  readonly schema: TSchema
}

export interface CallDeclaration {
  readonly catalogue: Catalogue
  readonly method: Method
  /** Path within the catalogue, with `{parameters}` named as in the specification. */
  readonly path: `/${string}`
  /** One plain sentence for the reference page. */
  readonly summary: string
  readonly action: CallAction
  /** Schema of the path's parameters, without `client`, which every account's path has. */
  readonly params?: TObject
  /** Schema of the query after its bracket notation was parsed. */
  readonly query?: TObject
  /** Schema of a JSON body; unknown fields are refused. */
  readonly body?: TSchema
  /**
   * The list in the body whose items are validated one by one: the handler refuses the invalid ones and accepts the others. One
   * invalid item must not hold up what a handset has recorded.
   */
  readonly itemByItem?: string
  /** `stream`: the handler reads the body as bytes, and limits it. */
  readonly bodyKind?: 'json' | 'stream'
  /**
   * Largest JSON body in bytes: little more than the call can need. Each call with a `body` has a limit. It protects the service
   * and never judges a recording.
   */
  readonly maxBodyBytes?: number
  readonly response?: TSchema
  readonly responseKind?: ResponseKind
  /** The content types of a response of bytes. */
  readonly contentTypes?: readonly string[]
  /** A request with a Range gets a response with 206. */
  readonly partialContent?: true
  /** A request whose If-None-Match names the present version gets a response with 304 and no body. */
  readonly conditional?: true
  /** Headers that the call reads, beyond those of every call. */
  readonly requestHeaders?: Readonly<Record<string, HeaderDeclaration & { readonly required?: boolean }>>
  /** Headers of its responses, beyond those of every call, with the statuses that have them. */
  readonly responseHeaders?: Readonly<Record<string, HeaderDeclaration & { readonly statuses: readonly number[] }>>
  /** The event that a mutating call must write in its transaction; reads are recorded by the kernel. */
  readonly audit?: AuditEvent
  /** Product errors that this call can return besides those that every call can. */
  readonly errors?: readonly ErrorCode[]
  /** Allowed while the person has not accepted the current terms. */
  readonly beforeTerms?: true
  /**
   * Also allowed from outside the account's network ranges, while a visit runs, to people who may decide on support access: an
   * account limit must not keep anybody from ending a visit.
   */
  readonly outsideAccountRanges?: true
  /** True for calls that are not in the specification's list of 114. */
  readonly beyondSpecification?: true
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise

/** What a handler receives, and what the typed client accepts. */
export interface CallInput<C extends CallDeclaration> {
  params: StaticOr<C['params'], Record<never, never>>
  query: StaticOr<C['query'], Record<never, never>>
  body: StaticOr<C['body'], undefined>
}

/** The response; `undefined` also stands for 304 of a conditional call. */
export type CallResponse<C extends CallDeclaration> =
  | StaticOr<C['response'], undefined>
  | (C extends { readonly conditional: true } ? undefined : never)

/**
 * Declares a call. The declaration is the only source: route, validation, permission check, audit, typed client, OpenAPI,
 * access matrix and conformance tests are derived from it.
 */
export const call = <const C extends CallDeclaration>(declaration: C): C => declaration

const bases = {
  'admin-internal': '/api/admin/v1',
  'admin-client': '/api/admin/v1/{client}',
  client: '/api/client/v1/{client}',
  device: '/api/device/v1',
} as const satisfies Record<Catalogue, string>

/** The whole path of a call with its `{parameters}`, as OpenAPI writes it. */
export const fullPath = (declaration: Pick<CallDeclaration, 'catalogue' | 'path'>): string =>
  `${bases[declaration.catalogue]}${declaration.path}`

/** Whether the path names an account. */
export const isAccountCall = (declaration: Pick<CallDeclaration, 'catalogue'>): boolean =>
  declaration.catalogue === 'admin-client' || declaration.catalogue === 'client'
