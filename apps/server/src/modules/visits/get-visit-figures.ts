import { type CallInput, type calls, limits, type VisitFigures } from '@holdfast/contract'
import { countCallsOfVisit } from '../../core/activities/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { undeniedTrail } from '../activities/index.ts'
import { findRequest } from '../support-access/index.ts'

/** `GET /supportaccess/{request_reference}/visit_figures`: of the entries that the caller may read, as `listVisit` lists them. */
export const getVisitFigures = async (
  ctx: RequestContext,
  { params: { request_reference } }: CallInput<typeof calls.getVisitFigures>,
): Promise<VisitFigures> => {
  const undenied = await undeniedTrail(ctx)
  return ctx.read(async (tx) => {
    await findRequest(tx, request_reference)
    const { counted, ...figures } = await countCallsOfVisit(tx, request_reference, undenied)
    return { ...figures, is_capped: counted >= limits.maxCounted }
  })
}
