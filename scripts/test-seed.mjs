import { randomInt } from 'node:crypto'

const name = 'HOLDFAST_TEST_SEED'

/**
 * The seed of everything random in tests, the same for all processes of a run: a failed run is repeated with the seed that it
 * printed. Chosen anew for each run unless the environment variable names it.
 * @throws {Error} when it names something else than a whole number
 */
export function chooseTestSeed() {
  const seed = process.env[name] ?? String(randomInt(2 ** 31))
  if (!/^-?\d{1,10}$/.test(seed)) throw new Error(`${name} is "${seed}"; it has to be a whole number.`)
  process.env[name] = seed
  return seed
}
