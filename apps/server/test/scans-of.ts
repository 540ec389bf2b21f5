import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../src/platform/database/index.ts'

interface Plan {
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}

/** How PostgreSQL would read tables for a query: the kind of each scan, and its index. */
export const scansOf = async ({ db }: TenantTransaction, query: RawBuilder<unknown>): Promise<string[]> => {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${query}`.execute(db)
  return rows.flatMap((row) => scansIn(row['QUERY PLAN'][0].Plan))
}

const scansIn = ({ Plans = [], ...node }: Plan): string[] => [
  ...(/Index|Seq|Bitmap/.test(node['Node Type']) ? [`${node['Node Type']}: ${node['Index Name'] ?? ''}`] : []),
  ...Plans.flatMap(scansIn),
]
