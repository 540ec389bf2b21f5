import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Whose roles: an account at a moment. */
type Moment = Pick<TenantTransaction, 'client'> & { now: Date | string }

const running = (person: string, { client, now }: Moment): RawBuilder<unknown> => sql`
  from role_assignments as assigned
  where assigned.client = ${client} and assigned.user_reference = ${sql.ref(`${person}.user_reference`)}
    and assigned.valid_until > ${now}`

/**
 * In a query of `portal_users`, all roles that a person has now: those of their identity or of the defaults, and those that somebody
 * gave them for a time.
 * @param person the name of the table in the query
 */
export const heldRoles = (person: string, moment: Moment): RawBuilder<string[]> => sql<string[]>`
  (${sql.ref(`${person}.roles`)} || array(
    select assigned.role_reference ${running(person, moment)}
      and not assigned.role_reference = any(${sql.ref(`${person}.roles`)})
    order by assigned.role_reference))`

/** In a query of `portal_users`: whether a person has a role now. */
export const holdsRole = (person: string, role: string, moment: Moment): RawBuilder<boolean> => sql<boolean>`
  (${role} = any(${sql.ref(`${person}.roles`)})
    or exists (select ${running(person, moment)} and assigned.role_reference = ${role}))`
