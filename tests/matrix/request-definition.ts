import { type CallDeclaration, type CallName, type ErrorCode, errors } from '@holdfast/contract'
import type { AccessQuestion, Verdict } from './expectation.ts'

/** The status, and the product's error code, or the status of content. */
export type Answer = readonly [status: number, code?: string]

/** A request for a call. Allowed callers get the answer `open`, and change nothing that another request reads. */
export interface RequestDefinition {
  /** What distinguishes this request, if a call has several. */
  readonly about?: string
  /** Path parameters besides `{client}`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object
  /** The account whose trail records the request, if it is not the one in the path. */
  readonly trailAccount?: string
  /** Each caller has an address of its own, because the server limits how often one address asks. */
  readonly hasOwnAddress?: true
  readonly open: Answer | ((account: string) => Answer)
  /** What must be allowed besides the action of the call itself, in the order in which the server checks it. */
  readonly needs?: readonly Need[]
}

/** `Requests` for some calls; together they must cover every call. */
export type RequestDefinitions = Partial<Record<CallName, readonly RequestDefinition[]>>

export interface Need extends AccessQuestion {
  readonly verdict: Exclude<Verdict, 'open'>
  readonly refused: readonly [status: number, code: string]
}

export interface MatrixRequest extends RequestDefinition {
  readonly name: CallName
  readonly call: CallDeclaration
}

export const ok: Answer = [200]
export const empty: Answer = [204]
export const errorAnswer = (code: ErrorCode): readonly [number, ErrorCode] => [errors[code][0], code]

/** The answer to an allowed caller in an account. */
export const openAnswer = ({ open }: RequestDefinition, account: string): Answer =>
  typeof open === 'function' ? open(account) : open
