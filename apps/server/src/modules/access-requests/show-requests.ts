import type { AccessRequest } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { peopleByReference, runningAssignments } from '../portal-users/index.ts'
import { type RequestRow, stateAt } from './request-row.ts'

/** Requests as the caller may see them: groups and recordings only if they may see those themselves. */
export const showRequests = async (ctx: RequestContext, rows: readonly RequestRow[]): Promise<AccessRequest[]> => {
  const groups = await ctx.groups()
  const caller = ctx.user.user_reference
  const givesRoles = ctx.access.can('roles:write')
  const requesters = [...new Set(rows.map(({ requested_by }) => requested_by))]
  const references = rows.flatMap(({ payload_reference }) => payload_reference ?? [])
  const { now, people, assigned, payloads } = await ctx.read(async (tx) => ({
    now: tx.now,
    people: await peopleByReference(tx, requesters),
    assigned: await runningAssignments(tx, requesters),
    payloads: references.length > 0 ? await findPayloads(tx, references) : [],
  }))
  const readable = new Map(
    payloads
      .filter(({ group: reference, payload_type }) => {
        const group = groups.get(reference)
        return group !== undefined && ctx.access.can('payloads:read', { group, payload_type })
      })
      .map(({ payload_reference, payload_type }) => [payload_reference, { payload_reference, payload_type }]),
  )
  const isSeen = (reference: string): boolean => {
    const group = groups.get(reference)
    return group !== undefined && ctx.access.can('groups:read', { group })
  }
  return rows.map(({ payload_reference, asked, ...row }) => {
    const { requested_by, role_reference } = row
    const payload = readable.get(payload_reference ?? '') ?? null
    const group = row.group !== null && isSeen(row.group) ? row.group : null
    const roles = assigned.get(requested_by) ?? []
    return {
      ...row,
      payload,
      group,
      is_hidden: (payload_reference !== null && payload === null) || (row.group !== null && group === null),
      requested_by_name: people.get(requested_by)?.name || null,
      state: stateAt(row, now),
      asked: asked.length,
      is_for_me: asked.includes(caller) || (asked.length === 0 && requested_by !== caller && givesRoles),
      is_in_force: row.state === 'approved' && roles.some((role) => role.role_reference === role_reference),
    }
  })
}

/** One request as the caller may see it. */
export const showRequest = async (ctx: RequestContext, row: RequestRow): Promise<AccessRequest> => {
  const [request] = await showRequests(ctx, [row])
  if (!request) throw new Error('One request was shown as none')
  return request
}
