import { randomBytes } from 'node:crypto'
import { type DeviceConfiguration, deviceAdvice } from '@holdfast/contract'
import type { TestAccount } from './authentications.ts'
import { CheckServer } from './check-server.ts'
import type { EndingKind } from './ending.ts'
import { type ClauseResult, Findings } from './findings.ts'

export interface RunOptions {
  host: string
  port: number
  /** Without faults the handset is only watched, and clauses that need one are not exercised. */
  faults: boolean
  ending: EndingKind | undefined
  /** The longest that the run waits for everything to happen. */
  runMs: number
  /** How long the handset is watched after it was blocked or told of a reset. */
  watchMs: number
  /** A handset that is only watched has finished when it was silent for this long. */
  silentMs: number
  timing?: Partial<DeviceConfiguration['timing']>
  retryAfterS?: number
  signal?: AbortSignal
}

/** What a run found. */
export interface CheckReport {
  results: ClauseResult[]
  /** Every clause that is not optional was exercised. */
  isComplete: boolean
  recordings: number
  authentications: number
}

/** A test account for one run. */
export const testAccount = (): TestAccount => ({
  client: 'handset-check',
  enrolment_secret: randomBytes(32).toString('base64url'),
  device_user_reference: 'test.person',
})

export interface RunningCheck {
  origin: string
  account: TestAccount
  /** Ends when everything was exercised, the time is up, or the signal aborts. */
  report: Promise<CheckReport>
}

const lookEveryMs = 100
const graceMs = 3000

/** Starts the server of a check, and watches the handset until the run ends. */
export const startCheck = async (options: RunOptions, tell: (line: string) => void): Promise<RunningCheck> => {
  const account = testAccount()
  const findings = new Findings(({ clause, expected, seen }) => {
    tell(`FAILED ${clause}: expected ${expected}; seen ${seen}`)
  })
  const timing = { ...deviceAdvice.timing, ...options.timing }
  const { host, port, faults, ending, retryAfterS = 3 } = options
  const server = await CheckServer.start(findings, { account, host, port, faults, ending, timing, retryAfterS }, tell)
  return { origin: server.origin, account, report: watch(server, findings, options, tell) }
}

const watch = async (
  server: CheckServer,
  findings: Findings,
  options: RunOptions,
  tell: (line: string) => void,
): Promise<CheckReport> => {
  const { signal, runMs, watchMs } = options
  try {
    const progress: Progress = { exercisedAt: undefined }
    await until(() => isFinished(server, options, progress, tell), runMs, signal)
    const { waitingFor } = server.faults
    if (waitingFor.length > 0) tell(`These calls did not come often enough for all clauses: ${waitingFor.join(', ')}`)
    // What a handset has only just registered may still be on its way.
    server.finish(Math.min(progress.exercisedAt ?? Number.POSITIVE_INFINITY, Date.now() - graceMs))
    server.ending.begin()
    if (server.ending.hasBegun) {
      tell(
        `The handset is ${options.ending === 'blocked' ? 'blocked' : 'told of a factory reset'}, and watched for a while`,
      )
      await until(() => server.ending.toldAt !== undefined, watchMs, signal)
      await until(() => false, watchMs, signal)
      server.ending.finish()
    }
  } finally {
    await server.stop()
  }
  const results = findings.results()
  const isComplete = results.every(({ result, optional }) => optional === true || result !== 'not exercised')
  const { recordings, authentications } = server.parts
  return { results, isComplete, recordings: recordings.stored.size, authentications: authentications.count }
}

interface Progress {
  /** When everything had gone wrong that was to, in milliseconds since 1970. */
  exercisedAt: number | undefined
}

/** Whether everything has happened; sends the commands once a recording was processed. */
const isFinished = (
  server: CheckServer,
  { faults, silentMs }: RunOptions,
  progress: Progress,
  tell: (line: string) => void,
): boolean => {
  const { recordings, commands } = server.parts
  const stored = [...recordings.stored.values()]
  if (!faults) return stored.length > 0 && Date.now() - (server.lastCallAt ?? Date.now()) >= silentMs
  const isSomethingProcessed = stored.some(({ status }) => status === 'processed')
  if (isSomethingProcessed && commands.sendAll(Date.now())) tell('A command of each type waits for the handset')
  if (server.faults.left > 0 || !commands.areFinished || !recordings.isKeyJudged) return false
  progress.exercisedAt ??= Date.now()
  const { exercisedAt } = progress
  // Those that come later are not waited for: a handset may go on recording.
  return stored.every(({ status, registeredAt }) => status === 'processed' || registeredAt > exercisedAt)
}

/** Waits for a condition, a time or the signal, whichever comes first. */
const until = async (isReached: () => boolean, longestMs: number, signal: AbortSignal | undefined): Promise<void> => {
  const end = Date.now() + longestMs
  while (!isReached() && Date.now() < end && !signal?.aborted) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
