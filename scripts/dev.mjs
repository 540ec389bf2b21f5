import { installed } from './installed.mjs'
import { inProject } from './project.mjs'
import { runUntilStopped } from './run-until-stopped.mjs'

/** `npm run dev`: installs what is missing, and runs scripts/dev/dev.ts on the Node that the project needs. */
const runtime = await installed()
runUntilStopped(runtime, inProject('scripts/dev/dev.ts'), process.argv.slice(2))
