import fastify from 'fastify'
import pg from 'pg'
import { typeParsers } from '../../apps/server/src/platform/database/type-parsers.ts'
import { freePort } from '../../tests/setup/loopback.ts'
import { serveParent } from './child-server.ts'

/** A case to answer: the SQL that Holdfast issues for it, with its parameters. */
export interface BareCase {
  sql: string
  /** The name under which it is prepared, as by Holdfast. */
  name: string | undefined
  parameters: readonly unknown[]
  limit: number
}

const cases = JSON.parse(process.env.BARE_CASES ?? '{}') as Record<string, BareCase>
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 12,
  options: '-c search_path=app -c timezone=UTC',
  types: typeParsers,
})
const app = fastify()
for (const [place, { sql, name, parameters, limit }] of Object.entries(cases)) {
  app.get(`/${place}`, async (_request, reply) => {
    const { rows } = await pool.query({ text: sql, values: [...parameters], name })
    const items = rows.slice(0, limit)
    const body = JSON.stringify({ items, count: items.length, last_key: null })
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
const port = await freePort()
await app.listen({ port, host: '127.0.0.1' })
serveParent(`http://127.0.0.1:${port}`, async () => {
  await app.close()
  await pool.end()
})
