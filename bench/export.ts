import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { calls, type ExportFormat, fullPath, type ListExport } from '@holdfast/contract'
import { listedColumns } from '../apps/server/src/modules/payloads/lists/payload-page-query.ts'
import { queryBuilder } from '../apps/server/src/platform/database/index.ts'
import { type Figure, median, printTable, share, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { withFilledApi } from './setup/filled-api.ts'
import { client, type Installation } from './setup/installation.ts'
import { permissionsOfReaders, readers } from './setup/list-cases.ts'
import { processorMilliseconds } from './setup/processor-time.ts'
import { signIn } from './setup/sign-in.ts'

const rounds = 3
const formats = ['csv', 'ndjson'] as const satisfies readonly ExportFormat[]

/** What is measured, and how many rows it reads. */
interface Work {
  rows: number
  run: () => Promise<void>
}

/** Microseconds for each row. */
interface Cost {
  wall: number
  api: number
  database: number
}

/** Exports of all payloads, beside a bare `COPY` of the same columns that is discarded. */
export const run = (): Promise<Figure[]> =>
  withFilledApi(permissionsOfReaders, ({ installation, api, rows }) => measure(installation, api, rows))

const measure = async (installation: Installation, api: ChildServer, rows: number): Promise<Figure[]> => {
  const before = peakMebibytes(api.pid)
  const work: Record<string, Work> = {
    COPY: { rows: await rowsOf(installation, 'all groups'), run: () => copyBare(installation) },
  }
  for (const reader of readers) {
    const visible = await rowsOf(installation, reader)
    for (const format of formats) {
      work[`${format}, ${reader}`] = { rows: visible, run: () => fetchExport(api.origin, reader, format) }
    }
  }
  const costs = new Map<string, Cost[]>(Object.keys(work).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, each] of Object.entries(work)) costs.get(name)?.push(await costOf(installation, api, each))
  }
  const memory = peakMebibytes(api.pid)
  const medianOf = (name: string, part: keyof Cost): number => median((costs.get(name) ?? []).map((cost) => cost[part]))
  const ratioOf = (name: string): number => medianOf('COPY', 'wall') / medianOf(name, 'wall')
  printTable(
    `Export of ${whole(rows)} payloads; the memory of the api was at most ${whole(memory)} MiB, before ${whole(before)} MiB`,
    ['side', 'rows/s', 'of COPY', 'µs of api/row', 'µs of PostgreSQL/row'],
    Object.keys(work).map((name) => [
      name,
      whole(1e6 / medianOf(name, 'wall')),
      share(ratioOf(name)),
      medianOf(name, 'api').toFixed(1),
      medianOf(name, 'database').toFixed(1),
    ]),
  )
  return Object.keys(work)
    .filter((name) => name !== 'COPY')
    .map((name) => {
      const ratio = ratioOf(name)
      return { name: `Export (${name}) beside COPY`, value: share(ratio), bar: '≥ 50 %', meets: ratio >= 0.5 }
    })
}

/** As the portal's lists ask. */
const query = { filter: { is_deleted: false } }
const condition = `client = '${client}' and payload_state <> 'Deleted'`

/** How many rows the export of a reader has. */
const rowsOf = async ({ owner }: Installation, reader: (typeof readers)[number]): Promise<number> => {
  const ofReader = reader === 'all groups' ? '' : `and "group" < 'Group 100'`
  const { rows } = await owner.query<{ payloads: number }>(
    `select count(*)::integer as payloads from app.payloads where ${condition} ${ofReader}`,
  )
  return rows[0]?.payloads ?? 0
}

const costOf = async ({ databasePid }: Installation, api: ChildServer, { rows, run }: Work): Promise<Cost> => {
  const processes = [api.pid, databasePid] as const
  const before = processes.map((pid) => processorMilliseconds([pid]))
  const began = performance.now()
  await run()
  const wall = ((performance.now() - began) * 1_000) / rows
  const [ofApi = 0, ofDatabase = 0] = processes.map(
    (pid, index) => ((processorMilliseconds([pid]) - (before[index] ?? 0)) * 1_000) / rows,
  )
  return { wall, api: ofApi, database: ofDatabase }
}

/** Uncompressed, like `COPY`. Read by curl, because Node's `fetch` uses much more of the processors than the `cat` that reads `COPY`. */
const fetchExport = async (origin: string, person: string, format: ExportFormat): Promise<void> => {
  const token = await signIn(origin, person)
  const asked = await fetch(`${origin}${fullPath(calls.createExport).replace('{client}', client)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'listPayloads', format, query }),
  })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { url } = (await asked.json()) as ListExport
  const reader = spawn('curl', ['--fail', '--silent', '--output', '/dev/null', '--cookie', cookie, `${origin}${url}`])
  const [status] = await once(reader, 'exit')
  if (status !== 0) throw new Error(`curl ended with ${status}`)
}

const copyBare = async ({ owner }: Installation): Promise<void> => {
  const columns = listedColumns.compile(queryBuilder).sql
  await owner.query(
    `copy (select ${columns} from app.payloads p where ${condition} order by payload_time desc, payload_reference desc)
     to program 'cat > /dev/null' (format csv)`,
  )
}

/** The largest memory of a process so far; NaN where there is no /proc. */
const peakMebibytes = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}
