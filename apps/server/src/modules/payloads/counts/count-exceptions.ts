import type { Visibility } from '@holdfast/access'
import {
  type ExceptionKind,
  exceptionKinds,
  type ListTotal,
  type PayloadType,
  payloadTypes,
  type RecordingExceptions,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import type { PayloadFilter } from '../lists/payload-filter.ts'
import { countByType } from './count-payload-types.ts'
import { allDays } from './payload-counters.ts'

/** More than these are not counted one by one, so that the overview is quick in an account of any size. */
const maxExceptions = 1000

interface ExceptionDates {
  late_since: string
  missing_until: string
}

/**
 * The recordings that need a look, by type, as the totals of lists with the filters of the portal's overview. Failed and
 * quarantined ones are read from the counters, the others counted up to a limit for all types together.
 */
export const countExceptions = async (
  tx: TenantTransaction,
  visible: readonly Visibility[],
  { late_since, missing_until }: ExceptionDates,
): Promise<RecordingExceptions[]> => {
  const filters: Record<'missing' | 'damaged' | 'late', Partial<PayloadFilter>> = {
    missing: { payload_states: ['Recorded'], date_to: missing_until },
    damaged: { is_damaged: true },
    late: { is_late: true, date_from: late_since },
  }
  const exceptions: RecordingExceptions[] = []
  for (const scope of visible) {
    const counts: Record<ExceptionKind, (type: PayloadType) => ListTotal> = {
      ...(await fromCounters(tx, scope)),
      missing: await countByType(tx, scope, filters.missing, maxExceptions),
      damaged: await countByType(tx, scope, filters.damaged, maxExceptions),
      late: await countByType(tx, scope, filters.late, maxExceptions),
    }
    for (const payload_type of scope.payload_types) {
      const of = Object.fromEntries(exceptionKinds.map((kind) => [kind, counts[kind](payload_type)]))
      exceptions.push({ payload_type, ...(of as Record<ExceptionKind, ListTotal>) })
    }
  }
  return exceptions
    .filter((of) => exceptionKinds.some((kind) => of[kind].total > 0))
    .sort((a, b) => payloadTypes.indexOf(a.payload_type) - payloadTypes.indexOf(b.payload_type))
}

/** The failed and quarantined recordings of any time. */
const fromCounters = async (tx: TenantTransaction, { payload_types, groups }: Visibility) => {
  const rows = await tx.db
    .selectFrom('payload_counters')
    .select((eb) => ['payload_type', 'payload_state', eb.fn.sum<number>('payloads').as('total')])
    .where('client', '=', tx.client)
    .where('day', '=', allDays)
    .where('payload_type', 'in', payload_types)
    .where('payload_state', 'in', ['Failed', 'Quarantined'])
    .$if(groups !== 'all', (query) => query.where(sql<boolean>`"group" = any(${groups}::text[])`))
    .groupBy(['payload_type', 'payload_state'])
    .execute()
  const totals = new Map(
    rows.map(({ payload_type, payload_state, total }) => [`${payload_type} ${payload_state}`, total]),
  )
  const of = (state: 'Failed' | 'Quarantined') => (type: PayloadType) => ({
    total: Number(totals.get(`${type} ${state}`) ?? 0),
  })
  return { failed: of('Failed'), quarantined: of('Quarantined') }
}
