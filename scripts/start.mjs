import { installed } from './installed.mjs'
import { buildPortal } from './portal-build.mjs'
import { inProject } from './project.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'
import { buildServer } from './server-build.mjs'

/**
 * `npm start`: installs missing dependencies, builds the portal and the server if they changed, and starts
 * everything. It runs on the Node that the machine has, so it is plain JavaScript without dependencies; the product runs
 * on the Node that `installed` returns.
 */
const runtime = await installed()
buildPortal(runtime)
buildServer(runtime)
runUntilStopped(runtime, inProject('apps/server/dist/main.js'), ['start'])
