import type { CallInput, calls } from '@holdfast/contract'
import { sql } from 'kysely'
import { holdsRole } from '../../core/authorization/index.ts'
import {
  answerTableList,
  type FoundOfKind,
  firstOfKind,
  foundRows,
  type RequestContext,
} from '../../core/calls/index.ts'
import { allOf, type Condition, isAnyOf, isEqual, matchesText, queryBuilder } from '../../platform/database/index.ts'
import { runningAssignments } from './assignment-row.ts'
import { mayFindPeople, mayNamePeople } from './name-people.ts'
import { peopleByReference } from './people.ts'
import { peopleWith } from './people-who-may.ts'

const searched = ['name', 'user_reference', 'email'] as const

/**
 * `GET /portal_users` of an account, and `GET /staff` of the provider's own, ordered by reference. The permission to
 * see roles includes seeing who has them. A person's group is returned only if the caller may see the group.
 */
export const listPortalUsers = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listPortalUsers> | CallInput<typeof calls.listStaff>,
) => {
  const groups = await ctx.groups()
  const mayKnow = (reference: string | null): boolean => {
    const group = reference === null ? undefined : groups.get(reference)
    return group !== undefined && ctx.access.can('groups:read', { group })
  }
  const now = new Date()
  const asked = query.filter && 'gets_reports' in query.filter ? query.filter.gets_reports : undefined
  const getsReports = asked === undefined ? undefined : await isReader(ctx, asked)
  return answerTableList(ctx, query, {
    table: 'portal_users',
    columns: [
      'client',
      'user_reference',
      'name',
      'email',
      'email_failed_at',
      'roles',
      'user_group',
      'is_active',
      'created_at',
      'updated_at',
      'updated_by',
    ],
    key: ['user_reference'],
    conditions: ({ role, is_active, search }) => [
      isEqual('is_active', is_active),
      role === undefined ? undefined : holdsRole('portal_users', role, { client: ctx.client, now }),
      matchesText(searched, search),
      getsReports,
    ],
    toItems: async (people) => {
      const references = people.map(({ user_reference }) => user_reference)
      const assigned = await ctx.read((tx) => runningAssignments(tx, references))
      return people.map(({ name, user_group, roles, ...person }) => {
        const role_assignments = assigned.get(person.user_reference) ?? []
        return {
          ...person,
          roles: [...new Set([...roles, ...role_assignments.map(({ role_reference }) => role_reference)])],
          role_assignments,
          user_group: mayKnow(user_group) ? user_group : null,
          display_name: name || person.user_reference,
        }
      })
    },
  })
}

/** The condition for people who can get scheduled reports, or for the others. */
const isReader = async (ctx: RequestContext, expected: boolean): Promise<Condition> => {
  const readers = await ctx.read((tx) => peopleWith(tx, (access) => access.mayAtAll('reports:read')))
  const references = readers.map(({ user_reference }) => user_reference)
  return sql<boolean>`(${isAnyOf('user_reference', references)}) = ${expected}`
}

/** Addresses are found only by those who see them in the list of people. */
const searchedBy = ({ access }: RequestContext) =>
  access.can('roles:read') ? searched : searched.filter((column) => column !== 'email')

/** The people that `GET /found` finds. */
export const foundPortalUsers = async (ctx: RequestContext, text: string): Promise<FoundOfKind> =>
  mayFindPeople(ctx)
    ? foundRows(ctx, text, {
        kind: 'portal_user',
        table: 'portal_users',
        reference: 'user_reference',
        name: ['name'],
        searched: searchedBy(ctx),
        conditions: [],
      })
    : firstOfKind([])

/** The references of people whose name contains a text; none for a caller who may not find people. */
export const peopleNamed = async (ctx: RequestContext, text: string): Promise<string[]> => {
  if (!mayFindPeople(ctx)) return []
  const people = sql<{ user_reference: string }>`select user_reference from portal_users
    where ${allOf([isEqual('client', ctx.client), matchesText(searchedBy(ctx), text)])}`
  return (await ctx.readOnce<{ user_reference: string }>(people.compile(queryBuilder))).map(
    ({ user_reference }) => user_reference,
  )
}

/** The names of these people; none for a caller who may not read them. */
export const namesOfPeople = async (
  ctx: RequestContext,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (references.length === 0 || !mayNamePeople(ctx)) return new Map()
  const people = await ctx.read((tx) => peopleByReference(tx, [...new Set(references)]))
  return new Map([...people].flatMap(([reference, { name }]) => (name ? [[reference, name] as const] : [])))
}
