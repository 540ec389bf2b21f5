import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { startWorker } from '../../apps/server/src/worker.ts'
import { serveParent } from './child-server.ts'

const { databaseUrl, ...settings } = readSettings(process.env)
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
const worker = await startWorker({ ...settings, databaseUrl })
serveParent(settings.origin, worker.stop)
