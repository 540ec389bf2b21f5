import { setTimeout } from 'node:timers/promises'
import { openPlatform } from '../../apps/server/src/core/open-platform.ts'
import { openRun } from '../../apps/server/src/modules/retention/index.ts'
import { takeSteps } from '../../apps/server/src/modules/retention-runs/take-steps.ts'
import { currentTermsVersion } from '../../apps/server/src/modules/session/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { serveParent } from './child-server.ts'
import { client } from './installation.ts'

/** Takes the steps of runs as a worker does, without its other jobs: the check of contents would look for a million objects. */
const { databaseUrl, ...settings } = readSettings(process.env)
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
const platform = await openPlatform({ settings: { ...settings, databaseUrl }, termsVersion: currentTermsVersion })
const stopping = new AbortController()

const work = async (): Promise<void> => {
  while (!stopping.signal.aborted) {
    const run = await platform.database.read(client, openRun)
    if (run?.state === 'Running') {
      await takeSteps.handle({ platform, attempt: 1, signal: stopping.signal }, { client, run_id: run.run_id })
    } else await setTimeout(100)
  }
}

const running = work()
serveParent(settings.origin, async () => {
  stopping.abort()
  await running.catch(() => undefined)
  await platform.close()
})
