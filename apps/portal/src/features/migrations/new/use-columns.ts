import { calls, type LegacyMigration, type MigrationColumns, type MigrationExport } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readApi, session } from '../../../shared/api/client.ts'
import { applicable, columnTwice, tablesOf } from './column-mapping.ts'

/** Earlier runs, the latest first: their sources, and how their columns were read. */
export const useEarlierRuns = (): readonly LegacyMigration[] => {
  const { client, support } = session.state()
  const { data } = useQuery({
    queryKey: ['earlier-migrations', client, support?.requestReference ?? null],
    queryFn: ({ signal }) => readApi(calls.listMigrations, { query: { limit: 100 }, signal }),
    staleTime: 0,
  })
  return data?.items ?? []
}

/** How columns are read: as chosen here, else as in the last run of the source. */
export const useColumns = (chosen: MigrationExport | null, source: string, earlier: readonly LegacyMigration[]) => {
  const [entered, setEntered] = useState<{ folder: string; columns: MigrationColumns } | null>(null)
  const tables = chosen ? tablesOf(chosen) : []
  const saved = earlier.find((run) => run.source === source)?.columns ?? null
  const own = entered !== null && entered.folder === chosen?.folder ? entered.columns : null
  const columns = own ?? (saved ? applicable(saved, tables) : {})
  return {
    tables,
    columns,
    isSaved: own === null && Object.keys(columns).length > 0,
    isSound: tables.every((table) => columnTwice(columns, table) === null),
    change: (next: MigrationColumns) => chosen && setEntered({ folder: chosen.folder, columns: next }),
  }
}
