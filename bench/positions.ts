import { fullPath, type GpsPosition, limits, receivePositions } from '@holdfast/contract'
import { newId } from '../apps/server/src/platform/identifiers.ts'
import { ownerPool } from '../tests/setup/owner-pool.ts'
import { type Figure, milliseconds, percentile, printTable, share, times, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { type BusyHandset, openBusyHandset } from './setup/handsets.ts'
import { type LoadResult, medianOf, runLoad } from './setup/http-load.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { groupRows } from './setup/payload-rows.ts'
import { processorMilliseconds } from './setup/processor-time.ts'

const handsetCount = 8
const rounds = 3
const secondsOfRound = Number(process.env.HOLDFAST_BENCH_SECONDS ?? 3)
const batch = limits.maxReferencesInBatch
const rowsAlreadyThere = [0, Number(process.env.HOLDFAST_BENCH_ROWS ?? 1_000_000)]
const barOfRate = 0.25
const barOfGrowth = 0.8

interface Outcome {
  rows: number
  holdfast: LoadResult
  bare: LoadResult
}

/** Quality bar 8: positions in batches of 100 over HTTP until they are durable, beside a server-side insert of the same rows. */
export const run = async (): Promise<Figure[]> => {
  const outcomes: Outcome[] = []
  for (const rows of rowsAlreadyThere) outcomes.push(await measureAt(rows))
  printOutcomes(outcomes)
  return figuresOf(outcomes)
}

const measureAt = async (rows: number): Promise<Outcome> => {
  const installation = await createInstallation()
  try {
    await fillPositions(installation, rows)
    const api = await installation.startApi()
    try {
      return await measureRounds(installation, api, rows)
    } finally {
      await api.stop()
    }
  } finally {
    await installation.remove()
  }
}

/** A position of each of a thousand devices in turn, until now, with references as handsets make them: they begin with their time. */
const fillPositions = async ({ owner }: Installation, rows: number): Promise<void> => {
  await owner.query(groupRows)
  await owner.query(
    `insert into app.gps (client, gps_reference, device_reference, device_user_reference, "group", latitude, longitude, altitude,
       accuracy, provider, "timestamp", timezone, received_at)
     select $1, '01' || lpad(to_hex(number), 24, '0'), 'device-' || number % 1000, 'user-' || number % 1000, 'Group 000',
       51.5 + random(), random(), 30, 12, 'fused', now() - ($2 - number) * interval '60 ms', 'Europe/London', now()
     from generate_series(1, $2::int) number`,
    [client, rows],
  )
  await owner.query('vacuum analyze app.gps')
}

const measureRounds = async (installation: Installation, api: ChildServer, rows: number): Promise<Outcome> => {
  const names = Array.from({ length: handsetCount }, (_, index) => `handset-${index}`)
  const handsets = await Promise.all(names.map((name) => openBusyHandset(installation, api.origin, name)))
  await viaHoldfast(installation, api, handsets)
  const holdfast: LoadResult[] = []
  const bare: LoadResult[] = []
  for (let round = 0; round < rounds; round++) {
    holdfast.push(await viaHoldfast(installation, api, handsets))
    bare.push(await viaServerSideInsert(installation))
  }
  return { rows, holdfast: medianOf(holdfast), bare: medianOf(bare) }
}

/** With `ulid()`, making the references of a request took longer than the server took to store its positions. */
const positionNow = (): GpsPosition => ({
  gps_reference: newId(),
  accuracy: 12,
  altitude: 30,
  latitude: 51.5 + Math.random(),
  longitude: Math.random(),
  timestamp: new Date().toISOString(),
  timezone: 'Europe/London',
  provider: 'fused',
})

/** Each handset has one connection, and sends its batches one after the other. */
const viaHoldfast = (
  { databasePid }: Installation,
  { origin, pid }: ChildServer,
  handsets: readonly BusyHandset[],
): Promise<LoadResult> =>
  runLoad({
    origin,
    pids: [pid, databasePid],
    connections: handsets.length,
    seconds: secondsOfRound,
    request: (index) => ({
      method: 'POST',
      path: fullPath(receivePositions),
      headers: {
        authorization: `Bearer ${handsets[index % handsets.length]?.access_token}`,
        'content-type': 'application/json',
        'x-forwarded-for': addressOf(index),
      },
      body: JSON.stringify({ positions: Array.from({ length: batch }, positionNow) }),
    }),
  })

/** The same rows, made by PostgreSQL itself: as many at once, each batch in a transaction of its own. Nothing is sent or checked. */
const viaServerSideInsert = async ({ databaseUrl, databasePid }: Installation): Promise<LoadResult> => {
  const pool = ownerPool(databaseUrl, { max: handsetCount })
  const connections = await Promise.all(Array.from({ length: handsetCount }, () => pool.connect()))
  const latencies: number[] = []
  const processorBefore = processorMilliseconds([databasePid])
  const start = performance.now()
  const end = start + secondsOfRound * 1_000
  await Promise.all(
    connections.map(async (db, writer) => {
      while (performance.now() < end) {
        const began = performance.now()
        await db.query({
          name: 'insert positions',
          text: `insert into app.gps (client, gps_reference, device_reference, device_user_reference, "group", latitude, longitude,
              altitude, accuracy, provider, "timestamp", timezone, received_at)
            select $1, $2 || lpad(number::text, 3, '0'), $3, 'user-' || $3, 'Group 000', 51.5 + random(), random(), 30, 12, 'fused',
              now(), 'Europe/London', now()
            from generate_series(1, $4::int) number`,
          values: [client, newId(), `bare-${writer}`, batch],
        })
        latencies.push(performance.now() - began)
      }
      db.release()
    }),
  )
  const elapsedSeconds = (performance.now() - start) / 1_000
  const processor = (processorMilliseconds([databasePid]) - processorBefore) / latencies.length
  await pool.end()
  latencies.sort((a, b) => a - b)
  return {
    rate: latencies.length / elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor,
  }
}

const printOutcomes = (outcomes: readonly Outcome[]): void =>
  printTable(
    `Positions, ${batch} a request, ${handsetCount} handsets at once, acknowledged when durable`,
    ['rows before', 'writer', 'positions/s', 'p50', 'p99', 'Holdfast is', 'processor/request', 'Holdfast is'],
    outcomes.flatMap(({ rows, holdfast, bare }) => [
      lineOf(rows, 'Holdfast', holdfast, '', ''),
      lineOf(rows, 'server-side', bare, share(holdfast.rate / bare.rate), times(holdfast.processor / bare.processor)),
    ]),
  )

const lineOf = (
  rows: number,
  writer: string,
  { rate, p50, p99, processor }: LoadResult,
  ...ratios: [string, string]
) => [
  whole(rows),
  writer,
  whole(rate * batch),
  milliseconds(p50),
  milliseconds(p99),
  ratios[0],
  milliseconds(processor),
  ratios[1],
]

const figuresOf = (outcomes: readonly Outcome[]): Figure[] => {
  const [few, many] = outcomes
  const growth = (many?.holdfast.rate ?? 0) / (few?.holdfast.rate ?? Number.NaN)
  return [
    ...outcomes.map(({ rows, holdfast, bare }) => {
      const ratio = holdfast.rate / bare.rate
      return {
        name: `Positions beside a server-side insert, ${whole(rows)} rows before`,
        value: `${share(ratio)}, ${times(holdfast.processor / bare.processor)} its processor time`,
        bar: `≥ ${share(barOfRate)}`,
        meets: ratio >= barOfRate,
      }
    }),
    {
      name: 'Positions into a full table beside an empty one',
      value: share(growth),
      bar: `flat (≥ ${share(barOfGrowth)})`,
      meets: growth >= barOfGrowth,
    },
  ]
}
