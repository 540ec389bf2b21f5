import { type Static, Type } from 'typebox'
import { Action, allActions } from './actions.ts'
import { call } from './call.ts'
import { GroupReference, NetworkAddress, PayloadReference, RoleReference, UserReference } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { ContentWithheld } from './payload-data.ts'
import { PayloadState } from './payload-states.ts'
import { PayloadType } from './payload-types.ts'
import { Permission } from './role-rules.ts'

/** Why a permission applied, or the first reason why it did not. */
export const permissionOutcomes = [
  'applies',
  'other_action',
  'role_not_live',
  'concerns_no_group',
  'no_group_in_question',
  'conditions_not_met',
] as const

export const ConsideredPermission = Type.Object({
  role_reference: RoleReference,
  permission_index: Type.Integer({ minimum: 0, description: "Place in the role's permissions, from 0" }),
  kind: Type.Enum(['allow', 'deny']),
  outcome: Type.Enum(permissionOutcomes),
  permission: Permission,
})

export const AccessExplanation = Type.Object(
  {
    user_reference: UserReference,
    is_client_app: Type.Boolean(),
    has_signed_in: Type.Boolean({
      description: 'false: nobody of this name has; the rest says what the account defaults would give them',
    }),
    action: Action,
    group_reference: nullable(GroupReference),
    payload_type: nullable(PayloadType),
    address: NetworkAddress,
    roles: Type.Array(RoleReference),
    is_allowed: Type.Boolean(),
    is_active: Type.Boolean({ description: 'Whether the person has not been removed from the account' }),
    depends_on_address: Type.Boolean({ description: 'Whether it is otherwise from other network addresses' }),
    payload_state: nullable(PayloadState),
    content_withheld: nullable({
      ...ContentWithheld,
      description: 'Why the content that it is about is given to nobody, as GET data says it',
    }),
    missing_action: nullable(
      Type.Enum(allActions, { description: 'What the action needs besides, is not allowed, and the rest is about' }),
    ),
    is_address_admitted: Type.Boolean({ description: 'Whether the account may be used from this address at all' }),
    deciding: nullable(ConsideredPermission),
    considered: Type.Array(ConsideredPermission, { maxItems: 1000 }),
  },
  { title: 'AccessExplanation', description: "Why a person can, or can't, do something; and what decides it." },
)
export type AccessExplanation = Static<typeof AccessExplanation>

export const explainAccess = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/access/explanation',
  summary: "Tells why a person or client app can, or can't, do something in a group or with a recording.",
  action: 'roles:read',
  query: Type.Object(
    {
      user_reference: {
        ...UserReference,
        description: 'A person, whether they have signed in or not; of a client app, app/ and its app_reference',
      },
      action: Action,
      group_reference: Type.Optional(GroupReference),
      payload_type: Type.Optional(PayloadType),
      payload_reference: Type.Optional(PayloadReference),
      address: Type.Optional({
        ...NetworkAddress,
        description: 'Without it: an address from which it is allowed, if any',
      }),
    },
    closed,
  ),
  response: AccessExplanation,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const PayloadAccess = Type.Object(
  {
    user_reference: {
      ...UserReference,
      description: 'Of a client app, its app_reference; of visiting staff, admin/ and theirs',
    },
    is_client_app: Type.Boolean(),
    display_name: Type.String(),
    actions: Type.Array(Action, { description: 'Of payloads:read, payloads:play and payloads:download' }),
    deciding_roles: Type.Array(RoleReference),
    depends_on_address: Type.Boolean({ description: 'Not from every network address' }),
  },
  {
    title: 'PayloadAccess',
    description: 'A person or client app that may do something with a recording, by which roles.',
  },
)
export type PayloadAccess = Static<typeof PayloadAccess>

export const listPayloadAccess = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/access',
  summary:
    'Lists who can find, play or download a recording: people by reference, then staff who are let in, then client apps.',
  action: 'roles:read',
  params: Type.Object({ payload_reference: PayloadReference }, closed),
  query: listQuery({}),
  response: listOf(PayloadAccess),
  errors: ['request.not_found', 'list.bad_last_key'],
  beyondSpecification: true,
})

/** What the caller is editing when they ask which access they can't grant. */
export const grantingEditors = ['roles', 'account', 'apps', 'support_access', 'people'] as const

export const Granting = Type.Object(
  {
    actions: Type.Array(Action, { description: 'By a role: what the caller cannot grant, or not for every group' }),
    roles: Type.Array(RoleReference, {
      description:
        'By account defaults, client apps, support visits or to people for a time: roles that they cannot give',
    }),
    granters: Type.Array(
      Type.Object({
        user_reference: UserReference,
        display_name: Type.String(),
        actions: Type.Array(Action),
        roles: Type.Array(RoleReference),
      }),
      { maxItems: 10, description: 'Others who can, those who can grant most of it first' },
    ),
  },
  {
    title: 'Granting',
    description: 'What the caller cannot grant because they could not do it themselves, and who can.',
  },
)
export type Granting = Static<typeof Granting>

export const explainGranting = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/access/granting',
  summary:
    'Tells what the caller cannot grant by a role, the account defaults, a client app, a support visit or a role for a time, and who can.',
  action: 'roles:read',
  query: Type.Object(
    {
      edited: Type.Enum(grantingEditors),
      role_reference: Type.Optional({ ...RoleReference, description: 'Only this role, when roles are given' }),
    },
    closed,
  ),
  response: Granting,
  beyondSpecification: true,
})

export const explanationCalls = { explainAccess, explainGranting, listPayloadAccess }
