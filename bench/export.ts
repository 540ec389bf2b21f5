import { readFileSync } from 'node:fs'
import { calls, type ExportFormat, fullPath, type ListExport } from '@holdfast/contract'
import { listedColumns } from '../apps/server/src/modules/payloads/payload-page-query.ts'
import { queryBuilder } from '../apps/server/src/platform/database/index.ts'
import { type Figure, median, printTable, share, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { client, createInstallation, type Installation } from './setup/installation.ts'
import { people } from './setup/list-cases.ts'
import { fillPayloads } from './setup/payload-rows.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const rounds = 3
const person = 'all groups'
const formats = ['csv', 'ndjson'] as const satisfies readonly ExportFormat[]

/** Exports of all payloads, beside a bare `COPY` of the same columns that is discarded. */
export const run = async (): Promise<Figure[]> => {
  const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? 1_000_000)
  const installation = await createInstallation()
  try {
    await fillPayloads(installation.owner, rows)
    await createPerson(installation.platform, person, people[person] ?? [])
    const api = await installation.startApi()
    try {
      return await measure(installation, api, rows)
    } finally {
      await api.stop()
    }
  } finally {
    await installation.remove()
  }
}

const measure = async (installation: Installation, api: ChildServer, rows: number): Promise<Figure[]> => {
  const before = peakMebibytes(api.pid)
  const taken = { csv: [] as number[], ndjson: [] as number[], copy: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const format of formats) taken[format].push(await rateOf(rows, () => fetchExport(api.origin, format)))
    taken.copy.push(await rateOf(rows, () => copyBare(installation)))
  }
  const memory = peakMebibytes(api.pid)
  const copy = median(taken.copy)
  printTable(
    `Export of ${whole(rows)} payloads; the memory of the api was at most ${whole(memory)} MiB, before ${whole(before)} MiB`,
    ['side', 'rows/s', 'of COPY'],
    [
      ...formats.map((format) => [format, whole(median(taken[format])), share(median(taken[format]) / copy)]),
      ['COPY', whole(copy), ''],
    ],
  )
  return formats.map((format) => {
    const ratio = median(taken[format]) / copy
    return { name: `Export (${format}) beside COPY`, value: share(ratio), bar: '≥ 50 %', meets: ratio >= 0.5 }
  })
}

const rateOf = async (rows: number, work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  return rows / ((performance.now() - began) / 1_000)
}

const fetchExport = async (origin: string, format: ExportFormat): Promise<void> => {
  const token = await signIn(origin, person)
  const asked = await fetch(`${origin}${fullPath(calls.createExport).replace('{client}', client)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'listPayloads', format }),
  })
  const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { url } = (await asked.json()) as ListExport
  const response = await fetch(`${origin}${url}`, { headers: { cookie } })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  for await (const _ of response.body) void _
}

const copyBare = async ({ owner }: Installation): Promise<void> => {
  const columns = listedColumns.compile(queryBuilder).sql
  await owner.query(
    `copy (select ${columns} from app.payloads p where client = '${client}' order by payload_time desc, payload_reference desc)
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
