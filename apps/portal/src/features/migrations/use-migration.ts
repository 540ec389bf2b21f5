import { calls, type LegacyMigration } from '@holdfast/contract'
import { useThrottledCallback } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { readApi, session } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { readAgain } from '../../shared/api/read-again.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useSession } from '../../shared/session/use-session.ts'

/** Each batch of a run has an event; the run is read at most this often. */
const readEveryMs = 1000

const readMigration = async (migration_id: string, signal: AbortSignal): Promise<LegacyMigration> => {
  const query = { filter: { migration_ids: [migration_id] }, limit: 1 }
  const page = await readApi(calls.listMigrations, { query, signal })
  const [found] = page.items
  if (!found) throw new ApiError(404, { code: 'request.not_found' })
  return found
}

/** Runs have no call of their own: the list is read with one reference. */
const migrationQuery = (migration_id: string) => {
  const { catalogue, path } = calls.listMigrations
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['one', catalogue, path, client, support?.requestReference ?? null, { migration_id }],
    queryFn: ({ signal }) => readMigration(migration_id, signal),
  })
}

export const prefetchMigration: Prefetch = ({ params }) =>
  void queryClient.prefetchQuery(migrationQuery(params.migration_id ?? ''))

/** One run, read again when an event says that it changed. */
export const useMigration = (migration_id: string) => {
  // Renders again when another account is shown.
  useSession()
  const migration = useQuery(migrationQuery(migration_id))
  const read = useThrottledCallback(() => readAgain(queryClient, migrationQuery(migration_id).queryKey), readEveryMs)
  useEvents(
    ({ kind, reference }) => {
      if (kind === 'migration' && reference === migration_id) read()
    },
    () => void migration.refetch(),
  )
  return migration
}
