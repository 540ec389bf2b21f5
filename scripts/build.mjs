import { buildPortal } from './portal-build.mjs'
import { buildServer } from './server-build.mjs'

/** `npm run build`: builds the portal and the server if they changed since the last build. */
buildPortal(process.execPath)
buildServer(process.execPath)
