import { calls, type MigrationReconciliationRow } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi, session } from '../../../shared/api/client.ts'

/** Twenty years of eight types fit. */
const mostPages = 20

const readMonths = async (migration_id: string, signal: AbortSignal) => {
  const rows: MigrationReconciliationRow[] = []
  let last_key: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const query = { filter: { grain: 'month' as const }, limit: 100, ...(last_key !== null && { last_key }) }
    const answer: { items: MigrationReconciliationRow[]; last_key: string | null } = await readApi(
      calls.listMigrationReconciliation,
      { params: { migration_id }, query, signal },
    )
    rows.push(...answer.items)
    last_key = answer.last_key
    if (last_key === null) break
  }
  return rows
}

/** The months of a reconciliation. @param reconciled_at another reconciliation has other figures */
export const useMonths = (migration_id: string, reconciled_at: string) => {
  const { client, support } = session.state()
  return useQuery({
    queryKey: ['migration-months', client, support?.requestReference ?? null, migration_id, reconciled_at],
    queryFn: ({ signal }) => readMonths(migration_id, signal),
  })
}
