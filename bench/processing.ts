import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { workerNodeFlags } from '../apps/server/src/commands/worker-node-flags.ts'

/**
 * Number 4 of docs on quality: the whole processing pass (object, hash, open, embedded scan, probe) beside a bare Node
 * stream that decrypts and hashes the same bytes, both in a process like a worker's. `HOLDFAST_BENCH_LARGE=1` adds 4 GiB to
 * 256 MiB.
 */
export const run = async (): Promise<undefined> => {
  const script = fileURLToPath(new URL('./setup/processing-process.ts', import.meta.url))
  const [code] = await once(fork(script, { execArgv: [...workerNodeFlags] }), 'exit')
  if (code !== 0) throw new Error(`The processing of recordings ended with code ${code}`)
}
