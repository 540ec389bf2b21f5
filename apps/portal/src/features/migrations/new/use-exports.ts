import { calls, type MigrationExport } from '@holdfast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readApi, session } from '../../../shared/api/client.ts'
import { readAgain } from '../../../shared/api/read-again.ts'

/** An account has a few. */
const mostFolders = 100

export interface Exports {
  all: readonly MigrationExport[]
  isLoading: boolean
  error: Error | null
  readAgain: () => void
}

/** The folders that can be migrated, by name. */
export const useExports = (): Exports => {
  const client = useQueryClient()
  const { client: account, support } = session.state()
  const queryKey = ['migration-exports', account, support?.requestReference ?? null]
  const { data, isLoading, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readApi(calls.listMigrationExports, { query: { limit: mostFolders }, signal }),
    staleTime: 0,
  })
  return { all: data?.items ?? [], isLoading, error, readAgain: () => readAgain(client, queryKey) }
}
