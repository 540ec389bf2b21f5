/** The roles of every account, which nobody can edit (docs/decisions/0001, 'Roles'). */
export const systemRoleNames = [
  'Account Administrator',
  'Compliance Officer',
  'Reviewer',
  'Exporter',
  'Device Manager',
  'Auditor',
  'Internal Administrator',
  'Internal Support',
] as const
export type SystemRoleName = (typeof systemRoleNames)[number]

/**
 * The vocabulary of one noun: the actions, audit events, errors and live notices that the tables of all nouns (`actions`,
 * `auditEvents`, `errors`, `liveNotices`) and the system roles take from here. Its entity and calls stand in the contract's
 * file of the same name.
 */
export interface NounDeclaration {
  /** In the singular: the first word of its audit events and errors, and the kind of its live notices. */
  readonly name: string
  /** What roles can allow, as `nouns:verb`, with the sentence that the role editor shows. */
  readonly actions: Readonly<Record<`${string}:${string}`, string>>
  /** `account`: permissions and denials that are limited to groups never apply to its actions. */
  readonly limitedBy: 'group' | 'account'
  /** The actions that system roles have. */
  readonly roles: Readonly<Partial<Record<SystemRoleName, readonly string[]>>>
  /** Its audit events: `created` becomes `app.created` on the trail. */
  readonly events: readonly string[]
  /** Its errors: `exists` becomes `app.exists`, with HTTP status and message. Details replace `{names}` in the message. */
  readonly errors?: Readonly<Record<string, readonly [status: number, message: string]>>
  /** Errors whose details are sent as well, for messages in other languages. */
  readonly disclosing?: readonly string[]
  /** Open screens are notified of its events: of the object that the detail `reference` names, if one may do `action` in its group. */
  readonly live?: { readonly action: string; readonly reference: string }
}

/** Keeps the literal types of a declaration, from which those of the tables follow. */
export const noun = <const N extends NounDeclaration>(declaration: N): N => declaration
