import { spawnSync } from 'node:child_process'

type Command = readonly [string, ...string[]]

export interface ProcessLimits {
  /** What it may allocate (RLIMIT_DATA). Node.js itself needs some 700 MB of it, mostly never touched. */
  memoryBytes: number
  /** Processor time, after which it ends even if nobody watches it any more. */
  cpuSeconds: number
}

export interface Confinement {
  /** Whether the program has no network, sees no other process, and none of the hidden folders. */
  isIsolated: boolean
  /** The command that runs another one confined. */
  commandOf(command: readonly string[], limits: ProcessLimits): Command
}

/** Always: limited memory (`$1`, in KiB) and processor time (`$2`), no file grows by write(2), no core dump, few descriptors, low priority. */
const limitedShell =
  'ulimit -d "$1"; ulimit -t "$2"; ulimit -f 0; ulimit -c 0; ulimit -n 64; shift 2; exec nice -n 10 "$@"'

/**
 * A user, network, process and mount namespace (namespaces(7)): without interfaces, other processes and capabilities. The
 * namespaces need no rights on the machine.
 */
const namespaces: Command = [
  'unshare',
  '--user',
  '--map-root-user',
  '--net',
  '--pid',
  '--ipc',
  '--uts',
  '--mount-proc',
  '--fork',
  '--kill-child',
]
const withoutRights = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']

/** `$1` is how many folders follow, which are covered by an empty one. */
const hide =
  'n=$1; shift; while [ "$n" -gt 0 ]; do mount -t tmpfs -o ro,size=4k none "$1" || exit 1; shift; n=$((n - 1)); done; exec "$@"'

const limited = (command: readonly string[], { memoryBytes, cpuSeconds }: ProcessLimits): Command => [
  'sh',
  '-c',
  limitedShell,
  'sh',
  String(Math.floor(memoryBytes / 1024)),
  String(cpuSeconds),
  ...command,
]

const isolated = (hiddenFolders: readonly string[], command: Command): Command => [
  ...namespaces,
  'sh',
  '-c',
  hide,
  'sh',
  String(hiddenFolders.length),
  ...hiddenFolders,
  ...withoutRights,
  ...command,
]

/**
 * How programs that read what strangers sent are confined on this machine. Namespaces are Linux's, and containers may
 * refuse them.
 * @param hiddenFolders absolute paths of existing folders that the program must not see, such as the one with the keys
 */
export const confinementOf = (hiddenFolders: readonly string[]): Confinement => {
  const [program, ...args] = isolated(hiddenFolders, ['true'])
  const isIsolated = spawnSync(program, args, { timeout: 10_000 }).status === 0
  return {
    isIsolated,
    commandOf: (command, limits) => {
      const within = limited(command, limits)
      return isIsolated ? isolated(hiddenFolders, within) : within
    },
  }
}
