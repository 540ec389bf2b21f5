import { buildPortal } from './portal-build.mjs'

/** `npm run build`: the portal, when it changed since the last build. */
buildPortal(process.execPath)
