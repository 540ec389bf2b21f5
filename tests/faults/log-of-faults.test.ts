import { connect } from 'node:net'
import { calls, fullPath } from '@holdfast/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { head } from '../setup/raw-request.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'

/** What a server logs when its connections break: that they broke, but not the data that the errors carry. */

let account: AccountWithHandsets
let token: string
const lines: string[] = []
beforeAll(async () => {
  account = await AccountWithHandsets.open({
    environment: { HOLDFAST_LOG_LEVEL: 'info' },
    logTo: { write: (line) => lines.push(line) },
  })
  token = (await account.verified('CUT-1')).access_token
  // Discards the lines of the start.
  lines.length = 0
})
afterAll(() => account.close())

const warning = 40
const warnings = () => lines.filter((line) => JSON.parse(line).level >= warning)

const refusals = async () => {
  const rows = await account.read((tx) =>
    tx.db.selectFrom('device_activities').select('denial_reason').where('client', '=', tx.client).execute(),
  )
  return rows.map(({ denial_reason }) => denial_reason)
}

it('a connection that the caller resets is no error, but is on the trail', async () => {
  const { port } = new URL(account.server.origin)
  const socket = connect(Number(port), '127.0.0.1')
  const address = fullPath(calls.readPayloadStatuses)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '1000' }
  socket.write(`${head(`POST ${address}`, headers)}{`)
  await new Promise((resolve) => socket.once('connect', resolve))
  // Once a later call is answered, this one is waiting for the rest of its body.
  const body = { payload_references: ['01J00000000000000000000000'] }
  expect((await account.server.call('POST', address, { token, body })).status).toBe(200)
  socket.resetAndDestroy()
  await expect.poll(refusals, { timeout: waitTimeoutMs }).toContain('request.incomplete')
  expect(warnings()).toEqual([])
})

it('a full disk of the database is answered as an outage, and the log tells the reason', async () => {
  const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  await owner.query(`
    create function app.refuse_for_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_space before insert on app.devices for each row execute function app.refuse_for_space()`)
  const refused = await account.verify('FULL-1')
  await owner.query('drop trigger no_space on app.devices; drop function app.refuse_for_space')
  await owner.end()
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'server.dependency_down' }])
  expect(warnings().map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a call failed because of a dependency', err: { message: 'could not extend file', code: '53100' } },
  ])
  lines.length = 0
})

it('a broken database connection is logged without the connection, its keys or its password', async () => {
  const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await owner.end()
  const isLogged = () => warnings().some((line) => line.includes('a database connection broke'))
  await expect.poll(isLogged, { timeout: waitTimeoutMs }).toBe(true)
  const text = lines.join('')
  expect(text).not.toMatch(/"client"|secretKey|password|processID|connectionParameters|postgres(ql)?:\/\/[^…]*@/)
})
