import type { CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { listMattersWith } from '../legal-holds/index.ts'
import { findPayload } from '../payloads/index.ts'

/** No matter has this reference: references have no space around them. */
const none = ' '

/** `GET /matters`. Of a recording that the caller may not read, no matter is named. */
export const listMatters = async (ctx: RequestContext, { query }: CallInput<typeof calls.listMatters>) => {
  const reference = query.filter?.payload_reference
  if (reference === undefined) return listMattersWith(ctx, query)
  const payload = await ctx.read((tx) => findPayload(tx, reference))
  const isReadable = payload && (await ctx.can('payloads:read', payload.group, payload.payload_type))
  return listMattersWith(ctx, isReadable ? query : { ...query, filter: { ...query.filter, matter_references: [none] } })
}
