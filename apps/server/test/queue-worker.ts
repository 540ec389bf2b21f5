import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { ownerPool } from '../../../tests/setup/owner-pool.ts'

export interface QueueWorker {
  /** The name under which it locks jobs. */
  name: string
  stop: Runner['stop']
}

/** A worker of the job queue that runs one job at a time. */
export const startQueueWorker = async (databaseUrl: string, taskList: TaskList): Promise<QueueWorker> => {
  const events: WorkerEvents = new EventEmitter()
  const created = Promise.withResolvers<string>()
  events.on('pool:create', ({ workerPool }) => created.resolve(workerPool.id))
  const pool = ownerPool(databaseUrl)
  const runner = await run({
    pgPool: pool,
    taskList,
    events,
    concurrency: 1,
    crontab: '',
    noHandleSignals: true,
    // Stopping waits for completions in batches only: a single one may still be under way when the test's database is dropped.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => () => undefined),
  })
  return { name: await created.promise, stop: () => runner.stop().finally(() => pool.end()) }
}
