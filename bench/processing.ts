import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { workerNodeFlags } from '../apps/server/src/commands/worker-node-flags.ts'

/**
 * Quality bar 4: the whole processing pass (object, hash, open, embedded scan, probe) beside a Node stream that only
 * decrypts and hashes the same bytes, both in a process like a worker's. `HOLDFAST_BENCH_LARGE=1` measures 4 GiB as
 * well as 256 MiB.
 */
export const run = async (): Promise<undefined> => {
  const script = fileURLToPath(new URL('./setup/processing-process.ts', import.meta.url))
  const [code] = await once(fork(script, { execArgv: [...workerNodeFlags] }), 'exit')
  if (code !== 0) throw new Error(`The processing benchmark ended with code ${code}`)
}
