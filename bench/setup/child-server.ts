import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own. */
export interface ChildServer {
  origin: string
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts a script that sends `{ origin }` over IPC once it listens, and that ends when the channel closes.
 * `HOLDFAST_BENCH_PROFILE=folder` writes a CPU profile of each such server into the folder.
 * @throws Error when it ends before it listens
 */
export const startChildServer = async (
  script: string,
  environment: Record<string, string>,
  nodeFlags: readonly string[] = [],
): Promise<ChildServer> => {
  const folder = process.env.HOLDFAST_BENCH_PROFILE
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    env: { ...process.env, ...environment },
    execArgv: [...nodeFlags, ...(folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [])],
    // The log is written as in production, and discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const first = await Promise.race([once(child, 'message'), ended.then(() => null)])
  if (!first) throw new Error(`${script} ended before it listened`)
  const [{ origin }] = first as [{ origin: string }]
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/**
 * Called by the script: sends its origin to the parent, and stops the server when the parent closes the channel or
 * ends.
 */
export const serveParent = (origin: string, stop: () => Promise<void>): void => {
  process.send?.({ origin })
  process.once('disconnect', () => void stop().then(() => process.exit(0)))
}
