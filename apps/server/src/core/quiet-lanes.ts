import type { RunningJobs } from '../platform/jobs/index.ts'
import type { JobLane } from './jobs.ts'
import type { Platform } from './platform.ts'

const lookEveryMs = 5_000

type Parts = Pick<Platform, 'quiet' | 'log'>

/**
 * Runs all jobs, or, while the installation is quiet, only those that say that they may. The other jobs wait in the queue. Within seconds
 * of `holdfast resume`, all of them run.
 */
export const runWhileNotQuiet = async (
  { quiet, log }: Parts,
  lanes: readonly JobLane[],
  run: (lane: JobLane) => Promise<RunningJobs>,
): Promise<RunningJobs> => {
  const startAll = async (isQuiet: boolean): Promise<RunningJobs[]> => {
    if (isQuiet) log.warn('a restored copy that is quiet: it sends and destroys nothing until "holdfast resume"')
    return Promise.all((isQuiet ? lanes.flatMap(quietPartOf) : lanes).map(run))
  }
  let wasQuiet = (await quiet.since()) !== null
  let running = await startAll(wasQuiet)
  const stopAll = () => Promise.all(running.map(({ stop }) => stop()))
  let changing: Promise<void> = Promise.resolve()
  const follow = async (): Promise<void> => {
    const isQuiet = (await quiet.since()) !== null
    if (isQuiet === wasQuiet) return
    await stopAll()
    running = []
    running = await startAll(isQuiet)
    wasQuiet = isQuiet
  }
  const timer = setInterval(() => {
    changing = changing
      .then(follow)
      .catch((error: unknown) => log.warn({ err: error }, 'it is unknown whether this installation is quiet'))
  }, lookEveryMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await changing
      await stopAll()
    },
  }
}

const quietPartOf = (lane: JobLane): JobLane[] => {
  const jobs = lane.jobs.filter(({ runsWhileQuiet }) => runsWhileQuiet)
  return jobs.length > 0 ? [{ ...lane, jobs }] : []
}
