import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from './loopback.ts'
import { programs } from './programs.ts'

export type RunningProduct = {
  origin: string
  process: ChildProcess
  /** All its output so far. */
  output: () => string
  /** Stops it as Ctrl-C does, and resolves with its exit code. */
  stop: () => Promise<number | null>
}

/** The output and exit code of a start that ended with an error. */
export type Refusal = { code: number | null; output: string }

/** Starts the real product with `holdfast start`, and waits until it reports that it is ready. */
export async function runProduct(home: string, environment: NodeJS.ProcessEnv = {}): Promise<RunningProduct> {
  const port = environment.HOLDFAST_PORT ?? String(await freePort())
  const started = startProduct({ HOLDFAST_HOME: home, ...environment, HOLDFAST_PORT: port })
  const ready = new Promise<true>((resolve) => {
    started.lines.on('line', (line: string) => line.startsWith('Holdfast is ready') && resolve(true))
  })
  if ((await Promise.race([ready, started.exited])) !== true)
    throw new Error(`Holdfast did not start: ${started.output()}`)
  const { process: running, exited, output } = started
  const stop = () => {
    running.kill('SIGTERM')
    return exited
  }
  return { origin: `http://localhost:${port}`, process: running, output, stop }
}

/** Runs `holdfast start` when it is expected to refuse. */
export async function runRefused(environment: NodeJS.ProcessEnv): Promise<Refusal> {
  const { exited, output } = startProduct(environment)
  return { code: await exited, output: output() }
}

function startProduct(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [programs.holdfast, 'start'], {
    env: { PATH: process.env.PATH, ...environment },
    // Over the channel the product notices when the tests have ended, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('no pipes')
  let text = ''
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, lines: createInterface({ input: stdout }), exited, output: () => text }
}
