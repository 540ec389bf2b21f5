/** Who may do what with personal numbers. */
import type { Group } from '@holdfast/access'
import { type PersonalNumberRecord, ProductError } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Tables } from '../../platform/database/index.ts'

type Row = Selectable<Tables['personal_numbers']>

/** Personal numbers are seen in the groups in which one may read them. */
export const groupsToRead = (ctx: RequestContext) => ctx.groupsFor('personal_numbers:read')

/** Numbers are added and removed in the groups in which one may write them; a removed one is not removed again. */
export const whatOneMay = async (ctx: RequestContext): Promise<(row: Row) => PersonalNumberRecord['may']> => {
  const writable = new Set(await ctx.groupsFor('personal_numbers:write'))
  return ({ is_active, group }) => (is_active && writable.has(group) ? ['remove'] : [])
}

/**
 * A person in another group is not known to exist.
 * @throws ProductError `request.not_found`
 */
export const assertMayChange = (ctx: RequestContext, group: Group | undefined): string => {
  if (!group || !ctx.access.can('personal_numbers:write', { group })) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group.group_reference)
  return group.group_reference
}
