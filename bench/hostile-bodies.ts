import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { calls, fullPath } from '@holdfast/contract'
import { type Figure, median, milliseconds, printTable, times, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { type BusyHandset, openBusyHandset } from './setup/handsets.ts'
import { type LoadRequest, type LoadResult, runLoad } from './setup/http-load.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { fillPayloads } from './setup/payload-rows.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const hostileClients = 50
const rounds = 3
const secondsOfRound = Number(process.env.HOLDFAST_BENCH_SECONDS ?? 10)
const rows = 20_000
/** Connections of other people at work: fewer than the server could serve. */
const connections = 4
const pauseMs = 20
const sampleEveryMs = 50
const maxRatio = 2
const maxGrowthMiB = 100

interface Round {
  quiet: LoadResult
  hostile: LoadResult
  growthMiB: number
  answers: Record<string, number>
}

/** 50 hostile clients send the worst bodies of every public and device call while other people work. */
export const run = async (): Promise<Figure[]> => {
  const installation = await createInstallation()
  try {
    await fillPayloads(installation.owner, rows)
    // The caller limits of production, which other benchmarks lift.
    const limits = { HOLDFAST_CALLER_REQUESTS_PER_MINUTE: '', HOLDFAST_CALLER_MEBIBYTES_PER_MINUTE: '' }
    const api = await installation.startApi(limits)
    try {
      const taken = await measureRounds(installation, api)
      printRounds(taken)
      return figuresOf(taken)
    } finally {
      await api.stop()
    }
  } finally {
    await installation.remove()
  }
}

const measureRounds = async (installation: Installation, api: ChildServer): Promise<Round[]> => {
  const work = await workOf(installation, api.origin)
  const tokens: string[] = []
  for (let at = 0; at < hostileClients; at++) {
    tokens.push((await openBusyHandset(installation, api.origin, `hostile-${at}`)).access_token)
  }
  await measureOthers(installation, api, work)
  const taken: Round[] = []
  for (let round = 0; round < rounds; round++) taken.push(await measure(installation, api, work, tokens))
  return taken
}

const measure = async (
  installation: Installation,
  api: ChildServer,
  work: (index: number) => LoadRequest,
  tokens: readonly string[],
): Promise<Round> => {
  const quiet = await measureOthers(installation, api, work)
  const before = residentMiB(api.pid)
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, residentMiB(api.pid))
  }, sampleEveryMs)
  const attack = await startAttack(api.origin, tokens)
  const hostile = await measureOthers(installation, api, work)
  const answers = await attack.stop()
  clearInterval(sampling)
  return { quiet, hostile, growthMiB: most - before, answers }
}

/** Requests that people and handsets make at work, each of them within the caller limits. */
const workOf = async (installation: Installation, origin: string): Promise<(index: number) => LoadRequest> => {
  const people: string[] = []
  for (const name of ['ann', 'ben', 'cleo', 'dan']) {
    await createPerson(installation.platform, name, [{ actions_matching: '*' }])
    people.push(await signIn(origin, name))
  }
  const handset = await openBusyHandset(installation, origin, 'peaceful')
  return (index) => {
    const kinds = [pageOf, profileOf, statusesOf(handset), registrationOf(handset)]
    const request = kinds[index % kinds.length]?.(people[index % people.length] ?? '')
    if (!request) throw new Error('nothing to do')
    return { ...request, headers: { 'x-forwarded-for': addressOf(index % 16), ...request.headers } }
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = { 'content-type': 'application/json' }
const inAccount = (path: string): string => path.replace('{client}', client)

const pageOf = (token: string): LoadRequest => ({
  method: 'GET',
  path: inAccount(fullPath(calls.listPayloads)),
  headers: bearer(token),
})
const profileOf = (token: string): LoadRequest => ({
  method: 'GET',
  path: inAccount(fullPath(calls.getProfile)),
  headers: bearer(token),
})
const statusesOf = (handset: BusyHandset) => (): LoadRequest => ({
  method: 'POST',
  path: fullPath(calls.readPayloadStatuses),
  headers: { ...bearer(handset.access_token), ...json },
  body: JSON.stringify({ payload_references: ['01J00000000000000000000000'] }),
})
const registrationOf = (handset: BusyHandset) => (): LoadRequest => ({
  method: 'POST',
  path: fullPath(calls.registerPayloads),
  headers: { ...bearer(handset.access_token), ...json },
  body: JSON.stringify({ items: handset.nextRegistrations(1) }),
})

const measureOthers = (
  { databasePid }: Installation,
  { origin, pid }: ChildServer,
  request: (index: number) => LoadRequest,
): Promise<LoadResult> =>
  runLoad({ origin, pids: [pid, databasePid], connections, seconds: secondsOfRound, pauseMs, request })

const startAttack = async (origin: string, tokens: readonly string[]) => {
  const attack = fork(fileURLToPath(new URL('./setup/hostile-process.ts', import.meta.url)), {
    env: { ...process.env, ORIGIN: origin, TOKENS: JSON.stringify(tokens) },
  })
  await once(attack, 'message')
  // Attackers would have their own machines. Here their low priority leaves the cores to the calls that are measured.
  if (attack.pid !== undefined) setPriority(attack.pid, constants.priority.PRIORITY_LOW)
  return {
    stop: async (): Promise<Record<string, number>> => {
      const answer = once(attack, 'message')
      attack.send('stop')
      const [answers] = (await answer) as [Record<string, number>]
      attack.disconnect()
      await once(attack, 'exit')
      return answers
    },
  }
}

/** Resident memory in MiB; NaN where there is no /proc. */
const residentMiB = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const printRounds = (taken: readonly Round[]): void =>
  printTable(
    `Other people's calls while ${hostileClients} clients send the worst bodies, ${secondsOfRound} s a round`,
    ['round', 'quiet p50', 'quiet p99', 'hostile p50', 'hostile p99', 'memory', 'bodies sent', 'answers'],
    taken.map(({ quiet, hostile, growthMiB, answers }, round) => [
      round + 1,
      milliseconds(quiet.p50),
      milliseconds(quiet.p99),
      milliseconds(hostile.p50),
      milliseconds(hostile.p99),
      `+${growthMiB.toFixed(0)} MiB`,
      whole(Object.values(answers).reduce((sum, count) => sum + count, 0)),
      Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ]),
  )

const figuresOf = (taken: readonly Round[]): Figure[] => {
  const ratio = median(taken.map(({ quiet, hostile }) => hostile.p99 / quiet.p99))
  const growth = Math.max(...taken.map(({ growthMiB }) => growthMiB))
  return [
    {
      name: `p99 of others' calls under ${hostileClients} hostile clients, beside quiet`,
      value: times(ratio),
      bar: `≤ ${times(maxRatio)}`,
      meets: ratio <= maxRatio,
    },
    {
      name: 'Memory growth of the api under hostile clients',
      value: `${growth.toFixed(0)} MiB`,
      bar: `≤ ${maxGrowthMiB} MiB`,
      meets: growth <= maxGrowthMiB,
    },
  ]
}
