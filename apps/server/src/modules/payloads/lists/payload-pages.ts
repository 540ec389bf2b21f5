import { type Payload, type PayloadType, payloadTypes } from '@holdfast/contract'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import type { Position } from '../../../platform/http/index.ts'
import { type PayloadFilter, withDefaults } from './payload-filter.ts'
import { payloadPageStatement } from './payload-page-query.ts'
import { totalOfPayloads } from './payload-totals.ts'

/** For jobs, which see everything in the account. */
const everywhere = (payload_types: readonly PayloadType[] = payloadTypes) => [{ payload_types, groups: 'all' } as const]

/** A page of an account's payloads, the newest first unless the order is another. @param position of the last payload of the page before */
export const payloadPage = async (
  tx: TenantTransaction,
  wanted: Partial<PayloadFilter>,
  { position, limit, sort = 'desc' }: { position: Position | null; limit: number; sort?: 'asc' | 'desc' },
): Promise<Payload[]> => {
  const filter = withDefaults(wanted)
  const page = { client: tx.client, filter, sort, limit, position, isPrefixFrequent: false } as const
  const statement = payloadPageStatement(page, everywhere(filter.payload_types))
  if (!statement) return []
  const [payloads] = await tx.executeAll([statement])
  return payloads
}

/** How many payloads of these types an account has. */
export const countPayloads = async (tx: TenantTransaction, payload_types: readonly PayloadType[]): Promise<number> => {
  const total = await totalOfPayloads(
    tx,
    withDefaults({ payload_types: [...payload_types] }),
    everywhere(payload_types),
  )
  return typeof total === 'number' ? total : total.total
}
