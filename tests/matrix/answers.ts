import { type CallDeclaration, type CallName, type ErrorCode, errors } from '@holdfast/contract'
import type { Matter, Verdict } from './plain-rules.ts'

/** The status, and the product's error code, or what is told of content. */
export type Answer = readonly [status: number, code?: string]

/** How a call is tried. Whoever gets through is answered `open`, and changes nothing that another try reads. */
export interface Request {
  /** What this try is about, where a call is tried more than once. */
  readonly about?: string
  /** Path parameters beside `{client}` of an account's calls. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: object
  /** On whose trail the try stands, where it is not that of the account in the path. */
  readonly toldBy?: string
  readonly open: Answer | ((account: string) => Answer)
  /** What has to be allowed beside the action of the call itself, in the order in which it is asked. */
  readonly needs?: readonly Need[]
}

/** `Requests` of some calls; together they have to name every call there is. */
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

/** What whoever gets through is answered in an account. */
export const openAnswer = ({ open }: Request, account: string): Answer =>
  typeof open === 'function' ? open(account) : open
