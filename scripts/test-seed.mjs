import { randomInt } from 'node:crypto'

const name = 'HOLDFAST_TEST_SEED'

/**
 * Chooses the seed of everything random in the tests, the same for all processes of a run. A failed run can be repeated
 * with the seed that it printed. Each run has a new seed unless the environment variable is set.
 * @throws {Error} when the variable is not a whole number
 */
export function chooseTestSeed() {
  const seed = process.env[name] ?? String(randomInt(2 ** 31))
  if (!/^-?\d{1,10}$/.test(seed)) throw new Error(`${name} is "${seed}"; it must be a whole number.`)
  process.env[name] = seed
  return seed
}
