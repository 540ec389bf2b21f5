import { setTimeout } from 'node:timers/promises'
import { fullPath, type PayloadRegistration, registerPayloads } from '@holdfast/contract'
import type pg from 'pg'
import { Pool } from 'undici'
import { type Figure, median, milliseconds, printTable, share, times, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { type BusyHandset, openBusyHandset } from './setup/handsets.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { processorMilliseconds } from './setup/processor-time.ts'

const handsetCount = 8
const messagesPerSecond = 200
const rounds = 3
const backlog = Number(process.env.HOLDFAST_BENCH_BACKLOG ?? 4_000)
/** A side that does not work off the backlog is stopped after this time. */
const maxSeconds = 30
const steadySeconds = 10
const registrationsInRequest = 100
const pollMs = 50
/** As many may wait as come in half a second. */
const caughtUp = messagesPerSecond / 2

interface Outcome {
  /** Messages processed a second while there was a backlog. */
  rate: number
  /** Processor time of the worker and PostgreSQL for each message, in milliseconds; includes PostgreSQL's for the load. */
  processor: number
  /** The most messages that waited during the seconds after the backlog was worked off; NaN if it was not. */
  mostWaiting: number
}

/**
 * Quality bar 3b: how many small messages are processed a second, from Uploaded to Processed, while 8 handsets send 200 a second;
 * beside the same reads, decryption and row changes, bare. Afterwards, whether the messages that keep coming pile up.
 */
export const run = async (): Promise<Figure[]> => {
  const installation = await createInstallation()
  try {
    await installation.owner.query(
      `insert into app.groups (client, group_reference, tags, created_at, updated_at, updated_by)
        values ('${client}', 'Group 000', '[]', now(), now(), 'bench')`,
    )
    const api = await installation.startApi()
    try {
      return await contest(installation, api)
    } finally {
      await api.stop()
    }
  } finally {
    await installation.remove()
  }
}

const contest = async (installation: Installation, api: ChildServer): Promise<Figure[]> => {
  const names = Array.from({ length: handsetCount }, (_, index) => `handset-${index}`)
  const handsets = await Promise.all(names.map((name) => openBusyHandset(installation, api.origin, name)))
  const holdfast: Outcome[] = []
  const bare: Outcome[] = []
  for (let round = 0; round < rounds; round++) {
    holdfast.push(await measure(installation, api, handsets, 'worker-process'))
    bare.push(await measure(installation, api, handsets, 'bare-messages-process'))
  }
  return report(medianOf(holdfast), medianOf(bare))
}

const measure = async (
  installation: Installation,
  api: ChildServer,
  handsets: readonly BusyHandset[],
  script: Parameters<Installation['startWorker']>[0],
): Promise<Outcome> => {
  const { owner, databasePid } = installation
  // Jobs for messages that the bare side has processed.
  await owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  const calls = new Pool(api.origin, { connections: handsetCount })
  await sendBacklog(calls, handsets)
  const load = await startLoad(calls, handsets)
  const worker = await installation.startWorker(script)
  try {
    const pids = [worker.pid, databasePid]
    const [start, before, processorBefore] = [performance.now(), await counted(owner), processorMilliseconds(pids)]
    let now = before
    const isBehind = () => now.waiting > caughtUp && performance.now() - start < maxSeconds * 1_000
    do {
      await setTimeout(pollMs)
      now = await counted(owner)
    } while (isBehind())
    const processed = now.processed - before.processed
    return {
      rate: (processed * 1_000) / (performance.now() - start),
      processor: (processorMilliseconds(pids) - processorBefore) / processed,
      mostWaiting: now.waiting > caughtUp ? Number.NaN : await mostWaiting(owner),
    }
  } finally {
    await load.stop()
    await worker.stop()
    await calls.close()
  }
}

const send = async (
  calls: Pool,
  { access_token }: BusyHandset,
  items: readonly PayloadRegistration[],
  index: number,
): Promise<void> => {
  const answer = await calls.request({
    method: 'POST',
    path: fullPath(registerPayloads),
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'x-forwarded-for': addressOf(index),
    },
    body: JSON.stringify({ items }),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text.slice(0, 500)}`)
}

const sendBacklog = async (calls: Pool, handsets: readonly BusyHandset[]): Promise<void> => {
  const requests = Math.ceil(backlog / registrationsInRequest / handsets.length)
  await Promise.all(
    handsets.map(async (handset, index) => {
      for (let request = 0; request < requests; request++) {
        await send(calls, handset, await handset.nextMessages(registrationsInRequest), index)
      }
    }),
  )
}

/** Each handset sends a message by itself, at regular times. Messages are sealed in advance. */
const startLoad = async (calls: Pool, handsets: readonly BusyHandset[]): Promise<{ stop: () => Promise<void> }> => {
  const everyMs = (1_000 * handsets.length) / messagesPerSecond
  const most = ((maxSeconds + steadySeconds + 10) * 1_000) / everyMs
  const sealed = await Promise.all(handsets.map((handset) => handset.nextMessages(most)))
  let isStopping = false
  const start = performance.now()
  const running = Promise.all(
    handsets.map(async (handset, index) => {
      for (const [number, message] of (sealed[index] ?? []).entries()) {
        const dueAt = start + (number + index / handsets.length) * everyMs
        await setTimeout(Math.max(0, dueAt - performance.now()))
        if (isStopping) return
        await send(calls, handset, [{ ...message, payload_time: new Date().toISOString() }], index)
      }
    }),
  )
  // The error is thrown when the load is stopped.
  running.catch(() => undefined)
  return {
    stop: async () => {
      isStopping = true
      await running
    },
  }
}

interface Counted {
  waiting: number
  processed: number
}

const counted = async (owner: pg.Client): Promise<Counted> => {
  const { rows } = await owner.query<Counted>(
    `select coalesce(sum(payloads) filter (where payload_state in ('Uploaded', 'Scanning')), 0)::int as waiting,
       coalesce(sum(payloads) filter (where payload_state = 'Processed'), 0)::int as processed
     from app.payload_counters where client = $1 and day = '-infinity'`,
    [client],
  )
  return rows[0] ?? { waiting: 0, processed: 0 }
}

const mostWaiting = async (owner: pg.Client): Promise<number> => {
  let most = 0
  for (const end = performance.now() + steadySeconds * 1_000; performance.now() < end; ) {
    most = Math.max(most, (await counted(owner)).waiting)
    await setTimeout(pollMs)
  }
  return most
}

const medianOf = (outcomes: readonly Outcome[]): Outcome => ({
  rate: median(outcomes.map(({ rate }) => rate)),
  processor: median(outcomes.map(({ processor }) => processor)),
  mostWaiting: median(outcomes.map(({ mostWaiting }) => mostWaiting)),
})

const report = (holdfast: Outcome, bare: Outcome): Figure[] => {
  const row = (name: string, { rate, processor, mostWaiting }: Outcome) => [
    name,
    whole(rate),
    milliseconds(processor),
    Number.isNaN(mostWaiting) ? 'never caught up' : whole(mostWaiting),
  ]
  printTable(
    `Processing of messages of 1 KiB, a backlog of ${whole(backlog)} while ${handsetCount} handsets send ${messagesPerSecond} a second`,
    ['', 'messages/s', 'processor/message', 'most waiting later'],
    [row('Holdfast', holdfast), row('bare', bare)],
  )
  console.log(`  by processor time: ${times(bare.processor / holdfast.processor)}`)
  const ratio = holdfast.rate / bare.rate
  return [
    { name: 'Messages processed beside bare', value: share(ratio), bar: '≥ 50 %', meets: ratio >= 0.5 },
    {
      name: `Most messages waiting while ${messagesPerSecond} a second come`,
      value: Number.isNaN(holdfast.mostWaiting) ? 'never caught up' : whole(holdfast.mostWaiting),
      bar: `≤ ${2 * messagesPerSecond}`,
      meets: holdfast.mostWaiting <= 2 * messagesPerSecond,
    },
  ]
}
