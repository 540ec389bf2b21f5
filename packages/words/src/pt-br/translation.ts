import type { Action, calls, ErrorCode } from '@holdfast/contract'

type Call = (typeof calls)[keyof typeof calls]
type CodeOf<C> = C extends { errors: readonly (infer Code)[] } ? Code : never
/** What the calls of people list among their errors. */
type CodeOfPeople = CodeOf<Exclude<Call, { catalogue: 'device' } | typeof calls.verifyDevice>>

/** Codes that only handsets get: their messages stay English. */
type DeviceCode = Exclude<
  Extract<ErrorCode, `upload.${string}` | `verify.${string}` | `device.${string}`>,
  CodeOfPeople
>

/** The sentences that the contract has in English. Values of a refusal are the details that the server sends with it. */
type ContractSentence = `action.${Action}` | `refusal.${Exclude<ErrorCode, DeviceCode>}`

/**
 * A file of this language: the messages of the English file, and the contract's sentences about its nouns, such as
 * `action.comments:read` and `refusal.comment.closed` for `'comments' | 'comment'`. A missing one does not compile.
 */
export type Translation<English, Nouns extends string = never> = Record<
  keyof English | Extract<ContractSentence, `action.${Nouns}:${string}` | `refusal.${Nouns}.${string}`>,
  string
>
