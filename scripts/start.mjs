import { installed } from './installed.mjs'
import { buildPortal } from './portal-build.mjs'
import { inProject } from './project.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

/**
 * `npm start`: installs what is missing, builds the portal when it changed, and starts everything. Runs on whatever
 * Node the machine has, so it is plain JavaScript without dependencies; the product runs on the Node it finds.
 */
const runtime = await installed()
buildPortal(runtime)
runUntilStopped(runtime, inProject('apps/server/src/main.ts'), ['start'])
