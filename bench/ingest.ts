import path from 'node:path'
import { fullPath, registerPayloads } from '@holdfast/contract'
import { type Figure, milliseconds, printTable, share, times, whole } from './report.ts'
import { rowsOf, runBareIngest } from './setup/bare-ingest.ts'
import type { ChildServer } from './setup/child-server.ts'
import { type BusyHandset, openBusyHandset } from './setup/handsets.ts'
import { type LoadResult, medianOf, runLoad } from './setup/http-load.ts'
import { addressOf, createInstallation, type Installation } from './setup/installation.ts'
import { fillPayloads } from './setup/payload-rows.ts'

const handsetCount = 8
const rounds = 3
const secondsOfRound = Number(process.env.HOLDFAST_BENCH_SECONDS ?? 3)
const batches = [1, 50] as const
const rowsAlreadyThere = [0, Number(process.env.HOLDFAST_BENCH_ROWS ?? 1_000_000)]

interface Outcome {
  rows: number
  batch: number
  holdfast: LoadResult
  bare: LoadResult
}

/**
 * Quality bar 3: the rate of small payloads until they are durable, beside writing the same rows and objects without
 * Holdfast.
 */
export const run = async (): Promise<Figure[]> => {
  const outcomes: Outcome[] = []
  for (const rows of rowsAlreadyThere) outcomes.push(...(await measureAt(rows)))
  printOutcomes(outcomes)
  return figuresOf(outcomes)
}

const measureAt = async (rows: number): Promise<Outcome[]> => {
  const installation = await createInstallation()
  try {
    await fillPayloads(installation.owner, rows)
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

const measureRounds = async (installation: Installation, api: ChildServer, rows: number): Promise<Outcome[]> => {
  const names = Array.from({ length: handsetCount }, (_, index) => `handset-${index}`)
  const handsets = await Promise.all(names.map((name) => openBusyHandset(installation, api.origin, name)))
  await viaHoldfast(installation, api, handsets, 1)
  const { rows: newest } = await installation.owner.query<{ payload_reference: string }>(
    "select payload_reference from app.payloads where device_reference = 'handset-0' limit 1",
  )
  const templateRows = await rowsOf(installation.owner, newest[0]?.payload_reference ?? '')
  const bare = (batch: number) =>
    runBareIngest({
      databaseUrl: installation.databaseUrl,
      databasePid: installation.databasePid,
      folder: path.join(installation.home, 'bare'),
      templateRows,
      writers: handsetCount,
      seconds: secondsOfRound,
      nextRegistrations: (writer) => handsets[writer]?.nextRegistrations(batch) ?? [],
    })
  const taken = batches.map((batch) => ({ batch, holdfast: [] as LoadResult[], bare: [] as LoadResult[] }))
  for (let round = 0; round < rounds; round++) {
    for (const { batch, holdfast, bare: others } of taken) {
      holdfast.push(await viaHoldfast(installation, api, handsets, batch))
      others.push(await bare(batch))
    }
  }
  return taken.map(({ batch, holdfast, bare: others }) => {
    return { rows, batch, holdfast: medianOf(holdfast), bare: medianOf(others) }
  })
}

/** Each handset has one connection, and sends its batches one after the other. */
const viaHoldfast = (
  { databasePid }: Installation,
  { origin, pid }: ChildServer,
  handsets: readonly BusyHandset[],
  batch: number,
): Promise<LoadResult> =>
  runLoad({
    origin,
    pids: [pid, databasePid],
    connections: handsets.length,
    seconds: secondsOfRound,
    request: (index) => {
      const handset = handsets[index % handsets.length]
      return {
        method: 'POST',
        path: fullPath(registerPayloads),
        headers: {
          authorization: `Bearer ${handset?.access_token}`,
          'content-type': 'application/json',
          'x-forwarded-for': addressOf(index),
        },
        body: JSON.stringify({ items: handset?.nextRegistrations(batch) }),
      }
    },
  })

const printOutcomes = (outcomes: readonly Outcome[]): void =>
  printTable(
    `Ingest of payloads of 1 KiB, ${handsetCount} handsets at once, acknowledged when durable`,
    [
      'rows before',
      'a request',
      'writer',
      'payloads/s',
      'p50',
      'p99',
      'Holdfast is',
      'processor/payload',
      'Holdfast is',
    ],
    outcomes.flatMap(({ rows, batch, holdfast, bare }) =>
      [
        { name: 'Holdfast', result: holdfast, ratio: '', processorRatio: '' },
        {
          name: 'bare',
          result: bare,
          ratio: share(holdfast.rate / bare.rate),
          processorRatio: times(bare.processor / holdfast.processor),
        },
      ].map(({ name, result, ratio, processorRatio }) => [
        whole(rows),
        batch,
        name,
        whole(result.rate * batch),
        milliseconds(result.p50),
        milliseconds(result.p99),
        ratio,
        milliseconds(result.processor / batch),
        processorRatio,
      ]),
    ),
  )

const figuresOf = (outcomes: readonly Outcome[]): Figure[] => {
  const ratios = outcomes.map(({ rows, batch, holdfast, bare }) => ({ rows, batch, ratio: holdfast.rate / bare.rate }))
  const growthRatios = batches.map((batch) => {
    const [few, many] = outcomes.filter((outcome) => outcome.batch === batch)
    return { batch, ratio: (many?.holdfast.rate ?? 0) / (few?.holdfast.rate ?? Number.NaN) }
  })
  return [
    ...ratios.map(({ rows, batch, ratio }) => ({
      name: `Ingest beside bare writes, ${batch} a request, ${whole(rows)} rows before`,
      value: share(ratio),
      bar: '≥ 50 %',
      meets: ratio >= 0.5,
    })),
    ...growthRatios.map(({ batch, ratio }) => ({
      name: `Ingest into a full table beside an empty one, ${batch} a request`,
      value: share(ratio),
      bar: 'flat (≥ 80 %)',
      meets: ratio >= 0.8,
    })),
  ]
}
