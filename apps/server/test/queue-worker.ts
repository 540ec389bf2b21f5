import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'

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
  const runner = await run({
    connectionString: databaseUrl,
    taskList,
    events,
    concurrency: 1,
    crontab: '',
    noHandleSignals: true,
    // Stopping waits for completions in batches only: a single one may still be under way when the test's database is dropped.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => () => undefined),
  })
  return { name: await created.promise, stop: () => runner.stop() }
}
