import { setTimeout as pause } from 'node:timers/promises'
import {
  calls,
  fullPath,
  limits,
  payloadTypes,
  type RetentionPreview,
  type RetentionReport,
  type RetentionRun,
} from '@holdfast/contract'
import { type Figure, median, milliseconds, printTable, share, times, whole } from './report.ts'
import { destroyBare } from './setup/bare-destruction.ts'
import type { ChildServer } from './setup/child-server.ts'
import { withFilledApi } from './setup/filled-api.ts'
import { type LoadResult, runLoad } from './setup/http-load.ts'
import { addressOf, client, type Installation } from './setup/installation.ts'
import { processorMilliseconds } from './setup/processor-time.ts'
import { signIn } from './setup/sign-in.ts'

/** The rows have 36 months of 30 days. */
const daysOfRows = 36 * 30
const percent = 0.01
const [officer, reader] = ['officer', 'reader']
const listReaders = 4
const secondsOfLoad = Number(process.env.HOLDFAST_BENCH_SECONDS ?? 10)
const previews = 20
const [barOfRate, barOfOthers, barOfPreviewMs] = [0.25, 2, 1_000]

/** Sweeps of retention over a million recordings, of which a percent is due, and previews of policies. */
export const run = (): Promise<Figure[]> =>
  withFilledApi(
    {
      [officer]: [{ actions_matching: 'retention:*' }, { actions_matching: 'payloads:read' }],
      [reader]: [{ actions_matching: 'payloads:read' }],
    },
    ({ installation, api, rows }) => measure(installation, api, rows),
  )

const measure = async (installation: Installation, api: ChildServer, rows: number): Promise<Figure[]> => [
  ...(await measurePreviews(installation, api, rows)),
  ...(await measureSweeps(installation, api, rows)),
]

type Parts = Pick<Installation, 'owner' | 'platform' | 'databasePid' | 'startWorker'>

/** @param first the first hundredth of the rows, the oldest ones, that is destroyed */
export const measureSweeps = async (parts: Parts, api: ChildServer, rows: number, first = 1): Promise<Figure[]> => {
  const worker = await parts.startWorker('retention-process')
  try {
    const alone = await sweep({ parts, api, worker }, first)
    const bare = await destroyAsBare(parts, first + 1)
    const quiet = await readLists(parts, api)
    const [, besideSweep] = await Promise.all([sweep({ parts, api, worker }, first + 2), readLists(parts, api)])
    return report(rows, alone, bare, quiet, besideSweep)
  } finally {
    await worker.stop()
  }
}

/** Recordings destroyed, and what each cost in milliseconds of processor. */
interface Destroyed {
  recordings: number
  rate: number
  processor: number
}

interface Sweeps {
  parts: Parts
  api: ChildServer
  worker: ChildServer
}

/** Everything older than so many percent of the rows from the oldest one on is due. */
const daysUntil = (place: number): number => Math.round(daysOfRows * (1 - place * percent))

const sweep = async ({ parts, api, worker }: Sweeps, place: number): Promise<Destroyed> => {
  const { databasePid } = parts
  await putObjects(parts, place)
  await savePolicy(parts, daysUntil(place), place)
  // The first run of a policy changes nothing.
  await runRetention(parts, api, true)
  const began = performance.now()
  const before = processorMilliseconds([worker.pid, databasePid])
  const { destroyed: recordings } = await runRetention(parts, api, false)
  if (recordings === 0) throw new Error('nothing was destroyed')
  return {
    recordings,
    rate: recordings / ((performance.now() - began) / 1_000),
    processor: (processorMilliseconds([worker.pid, databasePid]) - before) / recordings,
  }
}

/** The references of what is due in this place, and was not in the one before. */
const dueIn = async ({ owner }: Parts, place: number): Promise<string[]> => {
  const { rows } = await owner.query<{ payload_reference: string }>(
    `select payload_reference from app.payloads where client = $1 and payload_state = 'Processed'
      and payload_time <= now() - $2 * interval '1 day' order by payload_reference`,
    [client, daysUntil(place)],
  )
  return rows.map(({ payload_reference }) => payload_reference)
}

const putObjects = async (parts: Parts, place: number): Promise<void> => {
  const content = Buffer.alloc(1_024, 'sealed')
  for (const reference of await dueIn(parts, place)) {
    await parts.platform.objects.put(`${client}/${reference}`, content)
  }
}

const rulesFor = (days: number) => ({
  entities: [],
  payloads: payloadTypes.map((payload_type) => ({
    payload_type,
    retention_timestamp: 'payload_time',
    delete_after_days: days,
    destroy_after_days: days,
    required_receipts: [],
    required_transfers: [],
  })),
})

/** In force at once: a change that is saved by a call waits for days. */
const savePolicy = async ({ owner }: Parts, days: number, version: number): Promise<void> => {
  const settings = { delay_days: 1, confirm_above_recordings: 0, confirm_above_bytes: 0, run_share_percent: 100 }
  await owner.query('update app.retention_policies set ended_at = now() where client = $1', [client])
  await owner.query(
    `insert into app.retention_policies (client, version, entities, payloads, settings, is_locked, saved_at, saved_by, effective_at,
      needs_second_person, freed_recordings, freed_bytes)
     values ($1, $2, '[]', $3, $4, false, now(), 'bench', now() - interval '1 day', false, 0, 0)`,
    [client, version, JSON.stringify(rulesFor(days).payloads), JSON.stringify(settings)],
  )
}

const call = async <Answer>(
  api: ChildServer,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => {
  const answer = await fetch(`${api.origin}${path.replace('{client}', client)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const runRetention = async ({ owner }: Parts, api: ChildServer, is_dry_run: boolean): Promise<RetentionReport> => {
  const token = await signIn(api.origin, officer)
  const { run_id } = await call<RetentionRun>(api, token, 'POST', fullPath(calls.startRetentionRun), { is_dry_run })
  for (;;) {
    const { rows } = await owner.query<Pick<RetentionRun, 'state' | 'report'>>(
      'select state, report from app.retention_runs where client = $1 and run_id = $2',
      [client, run_id],
    )
    const found = rows[0]
    if (found?.state === 'Completed') return found.report
    if (found?.state !== 'Running') throw new Error(`the run is ${found?.state}`)
    await pause(250)
  }
}

const destroyAsBare = async (parts: Parts, place: number): Promise<Destroyed> => {
  await putObjects(parts, place)
  const references = await dueIn(parts, place)
  const pids = [process.pid, parts.databasePid]
  const began = performance.now()
  const before = processorMilliseconds(pids)
  for (let at = 0; at < references.length; at += limits.maxReferencesInBatch) {
    await destroyBare(parts, references.slice(at, at + limits.maxReferencesInBatch))
  }
  return {
    recordings: references.length,
    rate: references.length / ((performance.now() - began) / 1_000),
    processor: (processorMilliseconds(pids) - before) / references.length,
  }
}

/** The first page of recordings, for a few people who look at lists. */
const readLists = async ({ databasePid }: Parts, api: ChildServer): Promise<LoadResult> => {
  const token = await signIn(api.origin, reader)
  return runLoad({
    origin: api.origin,
    pids: [api.pid, databasePid],
    connections: listReaders,
    seconds: secondsOfLoad,
    pauseMs: 100,
    request: (index) => ({
      method: 'GET',
      path: `${fullPath(calls.listPayloads).replace('{client}', client)}?limit=50`,
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(index) },
    }),
  })
}

/** Policies that free little, and everything. */
export const measurePreviews = async (
  { databasePid }: Installation,
  api: ChildServer,
  rows: number,
): Promise<Figure[]> => {
  const token = await signIn(api.origin, officer)
  const costs: { name: string; processor: number; wall: number; preview: RetentionPreview }[] = []
  for (const [name, days] of [
    ['a percent', daysUntil(1)],
    ['everything', 0],
  ] as const) {
    const body = rulesFor(days)
    const ask = () => call<RetentionPreview>(api, token, 'POST', fullPath(calls.previewRetention), body)
    const preview = await ask()
    const wall: number[] = []
    const before = processorMilliseconds([api.pid, databasePid])
    for (let round = 0; round < previews; round++) {
      const began = performance.now()
      await ask()
      wall.push(performance.now() - began)
    }
    costs.push({
      name,
      processor: (processorMilliseconds([api.pid, databasePid]) - before) / previews,
      wall: median(wall),
      preview,
    })
  }
  printTable(
    `Previews of a policy for ${whole(rows)} recordings`,
    ['it frees', 'recordings', 'estimated', 'median', 'processor'],
    costs.map(({ name, wall, processor, preview: { freed } }) => [
      name,
      whole(freed.recordings),
      freed.is_estimate ? 'yes' : 'no',
      milliseconds(wall),
      milliseconds(processor),
    ]),
  )
  return costs.map(({ name, processor }) => ({
    name: `Preview of a policy that frees ${name}, processor`,
    value: milliseconds(processor),
    bar: `≤ ${whole(barOfPreviewMs)} ms`,
    meets: processor <= barOfPreviewMs,
  }))
}

const report = (rows: number, own: Destroyed, bare: Destroyed, quiet: LoadResult, beside: LoadResult): Figure[] => {
  printTable(
    `Destroying recordings of ${whole(rows)} with an object each`,
    ['side', 'recordings', 'a second', 'Holdfast is', 'processor each', 'Holdfast is'],
    [
      ['Holdfast', whole(own.recordings), whole(own.rate), '', milliseconds(own.processor), ''],
      [
        'bare',
        whole(bare.recordings),
        whole(bare.rate),
        share(own.rate / bare.rate),
        milliseconds(bare.processor),
        times(own.processor / bare.processor),
      ],
    ],
  )
  printTable(
    `The list of recordings for ${listReaders} people meanwhile`,
    ['moment', 'p50', 'p99'],
    [
      ['nothing else runs', milliseconds(quiet.p50), milliseconds(quiet.p99)],
      ['a run destroys', milliseconds(beside.p50), milliseconds(beside.p99)],
    ],
  )
  const ratio = own.rate / bare.rate
  const slower = beside.p99 / quiet.p99
  return [
    {
      name: 'Destroying recordings beside bare',
      value: `${share(ratio)} (${whole(own.rate)}/s), ${times(own.processor / bare.processor)} its processor time`,
      bar: `≥ ${share(barOfRate)}`,
      meets: ratio >= barOfRate,
    },
    {
      name: 'p99 of a list while recordings are destroyed, beside a quiet server',
      value: `${times(slower)} (${milliseconds(beside.p99)})`,
      bar: `≤ ${times(barOfOthers)}`,
      meets: slower <= barOfOthers,
    },
  ]
}
