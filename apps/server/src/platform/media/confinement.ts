import { spawnSync } from 'node:child_process'
import { inNamespaces } from './namespaces.ts'
import { sandboxed } from './sandbox.ts'
import type { Command, View } from './view.ts'

/** How well programs can be confined, the best first. Each includes the limits. */
export const confinementLevels = ['sandbox', 'namespaces', 'limits'] as const
export type ConfinementLevel = (typeof confinementLevels)[number]

export interface ProcessLimits {
  /** What it may allocate (RLIMIT_DATA). Node.js itself needs some 700 MB of it, mostly never touched. */
  memoryBytes: number
  /** Processor time, after which it ends even if nobody watches it any more. */
  cpuSeconds: number
}

export interface Confinement {
  level: ConfinementLevel
  /** The command that runs another one confined. */
  commandOf(command: Command, limits: ProcessLimits): Command
}

/** Limited memory (`$1`, in KiB) and processor time (`$2`), no file grows by write(2), no core dump, few descriptors, low priority. */
const limitedShell =
  'ulimit -d "$1"; ulimit -t "$2"; ulimit -f 0; ulimit -c 0; ulimit -n 64; shift 2; exec nice -n 10 "$@"'

const limited = (command: Command, { memoryBytes, cpuSeconds }: ProcessLimits): Command => [
  'sh',
  '-c',
  limitedShell,
  'sh',
  String(Math.floor(memoryBytes / 1024)),
  String(cpuSeconds),
  ...command,
]

const isolations: Readonly<Record<ConfinementLevel, (view: View, command: Command) => Command>> = {
  sandbox: sandboxed,
  namespaces: inNamespaces,
  limits: (_, command) => command,
}

const confinementAt = (level: ConfinementLevel, view: View): Confinement => ({
  level,
  commandOf: (command, limits) => limited(isolations[level](view, command), limits),
})

const trialLimits: ProcessLimits = { memoryBytes: 1024 ** 3, cpuSeconds: 10 }

const isPossible = ({ commandOf }: Confinement): boolean => {
  const [program, ...args] = commandOf([process.execPath, '--version'], trialLimits)
  return spawnSync(program, args, { timeout: 10_000, killSignal: 'SIGKILL' }).status === 0
}

/**
 * The best confinement that this machine allows for programs that read what strangers sent, found out by trying. Sandboxes and
 * namespaces are Linux's; containers may refuse both.
 * @param levels those to try. The last one is not tried: limits are possible everywhere.
 */
export const confinementOf = (view: View, levels: readonly ConfinementLevel[] = confinementLevels): Confinement =>
  levels.map((level) => confinementAt(level, view)).find(isPossible) ?? confinementAt('limits', view)
