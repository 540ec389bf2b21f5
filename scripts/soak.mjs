import { soakStages } from './checks.mjs'
import { installed } from './installed.mjs'
import { fail } from './project.mjs'
import { runChecks } from './run-checks.mjs'
import { runTestFiles } from './run-test-files.mjs'
import { readTestArguments } from './test-arguments.mjs'
import { chooseTestSeed } from './test-seed.mjs'

/**
 * `npm run soak`: installs and builds what is missing, and runs the tests named `*.soak.test.ts`, which hold endurance and
 * scale, or those of its arguments. Plain JavaScript, because it runs before anything is installed.
 */
const { seed, ...chosen } = begin()
const runtime = await installed()
console.log(`HOLDFAST_TEST_SEED=${seed}`)
// Selects these files (vitest.config.ts).
process.env.HOLDFAST_SOAK = 'true'
if (chosen.paths.length > 0) await runTestFiles(chosen, runtime)
else await runChecks({}, runtime, soakStages)

function begin() {
  try {
    return { ...readTestArguments(process.argv.slice(2), []), seed: chooseTestSeed() }
  } catch (error) {
    return fail(error.message)
  }
}
