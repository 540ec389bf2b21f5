import { installed } from './installed.mjs'
import { inProject } from './project.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

/**
 * `npm run dev`: installs missing dependencies, and runs scripts/dev/dev.ts with the version of Node that the project
 * needs.
 */
const runtime = await installed()
runUntilStopped(runtime, inProject('scripts/dev/dev.ts'), process.argv.slice(2))
