import fastify from 'fastify'
import pg from 'pg'
import { typeParsers } from '../../apps/server/src/platform/database/type-parsers.ts'
import { freePort } from '../../tests/setup/loopback.ts'
import { serveParent } from './child-server.ts'

/** A case to answer: the SQL that Holdfast issues for it, with its parameters. */
export interface BareCase {
  sql: string
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
for (const [name, { sql, parameters, limit }] of Object.entries(cases)) {
  app.get(`/${name}`, async (_request, reply) => {
    const { rows } = await pool.query(sql, [...parameters])
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
