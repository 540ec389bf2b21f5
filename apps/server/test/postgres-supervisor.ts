import { startPostgres } from '../src/embedded/postgres.ts'

/** A process of its own that starts PostgreSQL and tells the address to its parent: for tests that kill it. */
const { url } = await startPostgres({ home: process.argv[2] ?? '', log: () => {} })
process.send?.(url)
