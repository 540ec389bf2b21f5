import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { chooseTestSeed } from './scripts/test-seed.mjs'

/** Tests start the product some two hundred times. Compiling its code takes more than half of a start: one folder keeps it. */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/holdfast/code')

chooseTestSeed()

/**
 * `npm run soak` runs the files named `*.soak.test.ts`, which hold endurance and scale; `npm test` runs all others.
 */
const isSoak = process.env.HOLDFAST_SOAK === 'true'
const soak = isSoak ? '.soak' : ''
/** Files of one of both kinds. Selected here, because a list of excluded files would override `--exclude` of the command line. */
const files = isSoak ? '*.soak.test' : '!(*.soak).test'

const common = {
  /** Gives fast-check the seed of the run, and tells what each file costs. */
  setupFiles: ['tests/setup/seed.ts', 'tests/setup/file-cost.ts'],
  /** Node.js itself loads the modules, once for each worker instead of once for each file. */
  isolate: false,
  experimental: { viteModuleRunner: false },
  /** Failures are told in full: some come once in many runs. */
  chaiConfig: { truncateThreshold: 0 },
}

/**
 * Three kinds of tests. `unit`: beside the code, no I/O. `integration`: `*.integration.test.ts`, against a real
 * PostgreSQL that tests/setup starts once. `journeys`: a real browser against the whole product.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            `packages/*/{src,test}/**/${files}.ts`,
            `apps/*/{src,test}/**/${files}.{ts,tsx}`,
            `tests/unit/**/${files}.ts`,
          ],
          exclude: ['**/*.integration*.test.ts', '**/node_modules/**'],
          // On a crowded machine as well: a test that takes as long hangs.
          testTimeout: 60_000,
          maxWorkers: 2,
          ...common,
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            `apps/*/{src,test}/**/*.integration${soak}.test.ts`,
            `tests/{integration,conformance,attacks,faults,matrix}/**/${files}.ts`,
          ],
          globalSetup: ['tests/setup/postgres.ts'],
          // As above; longer than a test waits for one thing.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          // Two halves of them run at once (scripts/checks.mjs); most of their time they wait for a server.
          maxWorkers: 2,
          ...common,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: [`tests/journeys/**/${files}.ts`],
          globalSetup: ['tests/setup/product.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // A screen that waits for a busy server changes after seconds; the default is one.
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 1,
          fileParallelism: false,
          ...common,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
