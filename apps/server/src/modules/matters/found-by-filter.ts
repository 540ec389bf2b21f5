import type { PayloadQueueFilter } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { listPayloadsWith } from '../payloads/index.ts'

const pageSize = 100

/** A bounded number of the recordings that a filter finds and the caller may read, and where to continue. */
export const foundByFilter = async (
  ctx: RequestContext,
  filter: PayloadQueueFilter,
  { from, most }: { from: string | undefined; most: number },
): Promise<{ references: string[]; last_key: string | null }> => {
  const references: string[] = []
  let last_key = from ?? null
  do {
    const page = await listPayloadsWith(ctx, { filter, limit: pageSize, ...(last_key === null ? {} : { last_key }) })
    if (!('items' in page)) throw new Error('A page was asked for, and a total was answered')
    references.push(...page.items.map(({ payload_reference }) => payload_reference))
    last_key = page.last_key
  } while (last_key !== null && references.length < most)
  return { references, last_key }
}
