import { parseArgs } from 'node:util'
import { endingKinds } from '../handset-check/ending.ts'
import { reportLines } from '../handset-check/report-text.ts'
import { type CheckReport, type RunningCheck, type RunOptions, startCheck } from '../handset-check/run-check.ts'
import { CommandFailure } from './command-failure.ts'
import { UsageError } from './usage-error.ts'

const usage = `holdfast check-handset [--host 127.0.0.1] [--port 4480] [--minutes 15] [--watch-seconds 60] [--ending blocked|reset|none]
                       [--only-watch] [--json]`
const help = `${usage}

A server of the device calls for one test account. It prints what to install on a handset, lets things go wrong, and says clause
by clause of docs/device-calls.md what the handset did. It needs no database.

  --host, --port   where the handset reaches it; 0.0.0.0 or :: for all addresses, port 0 for a free one
  --minutes        the longest that it waits until everything has happened
  --watch-seconds  how long the handset is watched at the end
  --ending         blocked: the handset is blocked at the end; reset: told of a factory reset that it has not had; none
  --only-watch     nothing goes wrong on purpose, and the run ends when the handset has been silent for 5 seconds
  --json           the report as JSON, on standard output

The exit code is 0 when every clause passed (but for those that some handsets never come to), 1 otherwise, 2 for wrong arguments.`

/**
 * `holdfast check-handset`: a server of the device calls for one test account, against which a handset team runs its own
 * handset. It prints what to install, lets things go wrong, and says clause by clause of docs/device-calls.md what the handset did.
 */
export async function checkHandset(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help)
    return
  }
  const { json, ...options } = optionsFrom(args)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  // Standard output is for the report alone, so that a program can read it.
  const tell = (line: string) => console.error(`${new Date().toISOString()} ${line}`)
  const check = await startCheck({ ...options, signal: stopping.signal }, tell)
  console.error(instructions(check, options))
  const report = await check.report
  console.log(json ? JSON.stringify(report, null, 2) : reportLines(report).join('\n'))
  assertPassed(report, options.faults)
}

/** @throws UsageError */
const optionsFrom = (args: string[]): RunOptions & { json: boolean } => {
  const { values } = parsed(args)
  const ending = [...endingKinds, 'none' as const].find((kind) => kind === values.ending)
  if (ending === undefined) throw new UsageError(usage)
  const faults = !values['only-watch']
  return {
    json: values.json,
    host: values.host,
    port: numberOf(values.port, 0),
    faults,
    ending: ending === 'none' || !faults ? undefined : ending,
    runMs: numberOf(values.minutes, 0.1) * 60_000,
    watchMs: numberOf(values['watch-seconds'], 2) * 1000,
    silentMs: 5000,
  }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '4480' },
        minutes: { type: 'string', default: '15' },
        'watch-seconds': { type: 'string', default: '60' },
        ending: { type: 'string', default: 'blocked' },
        'only-watch': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

const numberOf = (text: string, least: number): number => {
  const number = Number(text)
  if (text.trim() === '' || !(number >= least)) throw new UsageError(usage)
  return number
}

const instructions = ({ origin, account }: RunningCheck, { faults, ending, runMs }: RunOptions): string =>
  [
    '',
    'Install on the handset:',
    `  origin                 ${origin}`,
    `  client                 ${account.client}`,
    `  enrolment secret       ${account.enrolment_secret}`,
    `  device_user_reference  ${account.device_user_reference}`,
    '',
    faults
      ? 'Then make at least six recordings, among them calls or photographs of more than 200 KB, and let the handset work.'
      : 'Then let the handset work. Nothing goes wrong on purpose.',
    ...(ending === undefined ? [] : ['At the end the handset has to keep quiet: restart it after the run.']),
    `The report comes when everything has happened, after ${runMs / 60_000} minutes, or with Ctrl-C.`,
    '',
  ].join('\n')

/** @throws CommandFailure when a clause failed, or was not exercised although faults were on */
const assertPassed = ({ results, isComplete }: CheckReport, faults: boolean): void => {
  const failed = results.filter(({ result }) => result === 'failed').length
  if (failed > 0) throw new CommandFailure(`${failed} ${failed === 1 ? 'clause' : 'clauses'} failed.`)
  if (faults && !isComplete) throw new CommandFailure('Nothing failed, but not every clause was exercised.')
}
