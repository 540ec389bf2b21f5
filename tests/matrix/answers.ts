import { type CallDeclaration, type CallName, type ErrorCode, errors } from '@holdfast/contract'
import type { Matter, Verdict } from './plain-rules.ts'

/** The status, and the product's error code, or the status of content. */
export type Answer = readonly [status: number, code?: string]

/** A request for a call. Allowed callers get the answer `open`, and change nothing that another request reads. */
export interface Request {
  /** What distinguishes this request, if a call has several. */
  readonly about?: string
  /** Path parameters besides `{client}`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object
  /** The account whose trail records the request, if it is not the one in the path. */
  readonly toldBy?: string
  readonly open: Answer | ((account: string) => Answer)
  /** What must be allowed besides the action of the call itself, in the order in which the server checks it. */
  readonly needs?: readonly Need[]
}

/** `Requests` for some calls; together they must cover every call. */
export type Requests = Partial<Record<CallName, readonly Request[]>>

export interface Need extends Matter {
  readonly verdict: Exclude<Verdict, 'open'>
  readonly refused: readonly [status: number, code: string]
}

export interface Try extends Request {
  readonly name: CallName
  readonly call: CallDeclaration
}

export const ok: Answer = [200]
export const empty: Answer = [204]
export const answers = (code: ErrorCode): readonly [number, ErrorCode] => [errors[code][0], code]

/** The answer to an allowed caller in an account. */
export const openAnswer = ({ open }: Request, account: string): Answer =>
  typeof open === 'function' ? open(account) : open
