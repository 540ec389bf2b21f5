import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { closerOfUnused } from './unused-connections.ts'

it('connections without a request are closed, and those with one are answered first', async () => {
  const server = createServer()
  const closeUnused = closerOfUnused(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const opened = once(server, 'connection')
  const unused = connect(port, '127.0.0.1')
  await opened
  const asked = once(server, 'request')
  const answer = fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
  const [, response] = await asked
  const closed = [once(server, 'close'), once(unused, 'close')]
  server.close()
  closeUnused()
  response.end('answered')
  expect(await (await answer).text()).toBe('answered')
  await Promise.all(closed)
})
