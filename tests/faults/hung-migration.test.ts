import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../apps/server/src/platform/database/index.ts'
import { type TestDatabase, testDatabase } from '../setup/database.ts'
import { TcpProxy } from '../setup/tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
let url: string
beforeAll(async () => {
  database = await testDatabase('template0')
  ;({ proxy, url } = await TcpProxy.beforeDatabase(database.ownerUrl))
})
afterAll(async () => {
  await proxy?.close()
  await database?.drop()
})

it('a start ends when the database stops answering while the job tables are created, and the next one succeeds', async () => {
  const options = { isKeyProven: true, jobTablesTimeoutMs: 1_000 }
  proxy.hangAt('insert into "graphile_worker".migrations')
  await expect(migrate(url, database.rolePassword, options)).rejects.toThrow(/timeout/i)
  expect(proxy.isHanging).toBe(true)
  proxy.release()
  await migrate(database.ownerUrl, database.rolePassword, options)
})
