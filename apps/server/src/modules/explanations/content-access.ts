import { type AccessFromSomewhere, type CompiledRoles, explain, type Group } from '@holdfast/access'
import type { Action, PayloadAccess, PayloadType, RoleRules } from '@holdfast/contract'
import { type AssignedRoles, accessesOf, compiledOf } from './assigned-roles.ts'

export const contentActions = ['payloads:read', 'payloads:play', 'payloads:download'] as const satisfies Action[]
export type ContentAction = (typeof contentActions)[number]

/** Recordings of one type in a group. */
export interface Content {
  readonly group: Group
  readonly payload_type: PayloadType
  /** What can be done with them by anybody at all. */
  readonly open: readonly ContentAction[]
}

/** Roles that were compiled, with the access that they give from each address that makes a difference. */
export interface PreparedRoles {
  readonly assigned: AssignedRoles
  readonly compiled: CompiledRoles
  readonly accesses: readonly AccessFromSomewhere[]
}

export const preparedRoles = (assigned: AssignedRoles): PreparedRoles => {
  const compiled = compiledOf(assigned)
  return { assigned, compiled, accesses: accessesOf(assigned, compiled) }
}

export interface AccessToContent extends Pick<PayloadAccess, 'deciding_roles' | 'depends_on_address'> {
  actions: ContentAction[]
}

/** Whether any of several sets of roles, of which each call uses one, allows finding such recordings from somewhere. */
export const canFind = (sets: readonly PreparedRoles[], { group, payload_type }: Content): boolean =>
  sets.some(({ accesses }) => accesses.some(({ access }) => access.can('payloads:read', { group, payload_type })))

/** The combined access of several sets of roles, of which each call uses one. */
export const accessToContent = (sets: readonly PreparedRoles[], content: Content): AccessToContent => {
  const answers = sets.map((one) => accessOfSet(one, content))
  const actions = contentActions.filter((action) => answers.some((one) => one.actions.includes(action)))
  return {
    actions,
    deciding_roles: [...new Set(answers.flatMap(({ deciding_roles }) => deciding_roles))],
    depends_on_address: !actions.every((action) => answers.some((one) => one.fromEverywhere.includes(action))),
  }
}

/** Playing and downloading also need `payloads:read`. */
const accessOfSet = ({ assigned, compiled, accesses }: PreparedRoles, { open, ...question }: Content) => {
  const { account_cidr_ranges } = assigned
  const answers = accesses.map(({ address, access }) => ({
    address,
    actions: access.can('payloads:read', question) ? open.filter((action) => access.can(action, question)) : [],
  }))
  const deciding = answers.flatMap(({ address, actions }) =>
    actions.flatMap((action) =>
      explain(compiled, { ...question, action, address, account_cidr_ranges })
        .considered.filter(({ kind, outcome }) => kind === 'allow' && outcome === 'applies')
        .map(({ role_reference }) => role_reference),
    ),
  )
  return {
    actions: open.filter((action) => answers.some(({ actions }) => actions.includes(action))),
    fromEverywhere: open.filter((action) => answers.every(({ actions }) => actions.includes(action))),
    deciding_roles: inOrderOf(assigned.rules, new Set(deciding)),
  }
}

const inOrderOf = (rules: readonly RoleRules[], references: ReadonlySet<string>): string[] =>
  rules.flatMap(({ role_reference }) => (references.has(role_reference) ? role_reference : []))
