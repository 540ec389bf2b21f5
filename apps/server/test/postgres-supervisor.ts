import { startPostgres } from '../src/embedded/postgres.ts'

/**
 * Starts PostgreSQL from a process of its own and sends its address to the parent, for tests that kill this process.
 */
const { url } = await startPostgres({ home: process.argv[2] ?? '', log: () => {} })
process.send?.(url)
