import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'

const program = path.join(import.meta.dirname, 'killed-process.ts')

export interface KilledPart {
  /** Resolves when the part works; rejects when it could not start, but not when it killed itself as asked. */
  ready: Promise<void>
  hasExited(): boolean
  /** Kills it with SIGKILL if it still runs. Returns the steps that it took, in order. */
  kill(): Promise<string[]>
}

/**
 * Starts an api or a worker that kills itself at a step of its work.
 * @param dieAt number of the step, from 1, or its text; 0 for none
 * @param environment its settings
 */
export const startKilledPart = (
  part: 'api' | 'worker',
  killAt: number | string,
  environment: Record<string, string>,
): KilledPart => {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-killed-'))
  const steps = path.join(folder, 'steps')
  const output = openSync(steps, 'w')
  const child = spawn(process.execPath, [program, part, String(killAt)], {
    env: { ...inheritedEnvironment(), ...environment },
    // Over the channel the part reports that it is ready, and notices when the tests have ended.
    stdio: ['ignore', output, 'pipe', 'ipc'],
  })
  closeSync(output)
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const exited = once(child, 'close').then(([, signal]) => {
    const takenSteps = readFileSync(steps, 'utf8').split('\n').slice(0, -1)
    rmSync(folder, { recursive: true })
    if (signal !== 'SIGKILL') throw new Error(`The ${part} did not die, it ended: ${stderr}`)
    return takenSteps
  })
  // The caller of kill() gets this error.
  exited.catch(() => undefined)
  return {
    ready: Promise.race([once(child, 'message'), exited]).then(() => undefined),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => {
      child.kill('SIGKILL')
      return exited
    },
  }
}

/** A step after which something new is durable, or only half of it. */
const isDurable = (steps: readonly string[], index: number): boolean => {
  const step = steps[index] ?? ''
  if (/^(object: (put|move|delete|erase)|journal: write) is/.test(step)) return true
  const begin = steps.slice(0, index).findLast((earlier) => earlier.startsWith('query: begin'))
  return step === 'query: commit' && begin?.startsWith('query: begin;') === true
}

export interface ChosenStep {
  /** Counted from 1. */
  number: number
  /** The last step that was taken. */
  name: string
}

/**
 * Chooses the steps at which to kill a part: each one after which something new is durable, and as many of the others
 * as asked for.
 * @param random returns a number from 0 to below 1
 */
export const chooseSteps = (steps: readonly string[], others: number, random: () => number): ChosenStep[] => {
  const all = steps.map((name, index) => ({ number: index + 1, name }))
  const rest = all.filter((_, index) => !isDurable(steps, index))
  const sample = new Set<ChosenStep>()
  while (sample.size < Math.min(others, rest.length)) {
    const chosen = rest[Math.floor(random() * rest.length)]
    if (chosen) sample.add(chosen)
  }
  return all.filter((step, index) => isDurable(steps, index) || sample.has(step))
}
