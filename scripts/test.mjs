import { checkNames } from './checks.mjs'
import { installed } from './installed.mjs'
import { fail } from './project.mjs'
import { runChecks } from './run-checks.mjs'
import { runTestFiles } from './run-test-files.mjs'
import { readTestArguments } from './test-arguments.mjs'
import { chooseTestSeed } from './test-seed.mjs'

/**
 * `npm test`: installs what is missing, and runs every check, or those that its arguments select (test-arguments.mjs).
 * Plain JavaScript without dependencies, because it runs before anything is installed.
 */
const { seed, ...chosen } = begin()
const runtime = await installed()
console.log(`HOLDFAST_TEST_SEED=${seed}`)
if (chosen.paths.length > 0) await runTestFiles(chosen, runtime)
else await runChecks(chosen, runtime)

function begin() {
  try {
    return { ...readTestArguments(process.argv.slice(2), checkNames), seed: chooseTestSeed() }
  } catch (error) {
    return fail(error.message)
  }
}
