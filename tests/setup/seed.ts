import fc from 'fast-check'

/** The seed of everything random in this run of the tests: scripts/test-seed.mjs chose it. */
export const testSeed = Number(process.env.HOLDFAST_TEST_SEED)

fc.configureGlobal({ seed: testSeed })
