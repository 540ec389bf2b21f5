import { startApi } from '../../apps/server/src/api.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { serveParent } from './child-server.ts'

const { databaseUrl, ...settings } = readSettings(process.env)
if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
const api = await startApi({ ...settings, databaseUrl })
serveParent(settings.origin, api.stop)
