import { buildPortal } from './portal-build.mjs'

/** `npm run build`: builds the portal if it changed since the last build. */
buildPortal(process.execPath)
