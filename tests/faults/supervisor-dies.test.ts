import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { programs } from '../setup/programs.ts'

/** Accepts connections and never answers, like a hung database. */
let silentServer: Server
let home: string
let databaseUrl: string

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'holdfast-supervisor-'))
  silentServer = createServer((socket) => socket.on('error', () => {}))
  silentServer.listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const address = silentServer.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  databaseUrl = `postgres://owner:secret@127.0.0.1:${address.port}/holdfast`
})
afterAll(async () => {
  silentServer.close()
  await rm(home, { recursive: true, force: true })
})

/** Each part would wait for the database for ever; it must end because its supervisor has ended. */
describe.each([
  ['holdfast', 'work'],
  ['holdfast', 'serve'],
  ['demo', 'serve'],
  ['demo', 'history'],
] as const)('%s %s, during its start', (app, command) => {
  const part = () =>
    fork(programs[app], [command], {
      env: {
        ...inheritedEnvironment(),
        HOLDFAST_SUPERVISED: '1',
        HOLDFAST_HOME: home,
        HOLDFAST_LOG_LEVEL: 'fatal',
        DATABASE_URL: databaseUrl,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })

  it('ends when its supervisor ended before it checked', async () => {
    const child = part()
    const exited = once(child, 'exit')
    child.disconnect()
    expect(await exited).toEqual([0, null])
  })

  it('ends when its supervisor ends while the database does not answer', async () => {
    const child = part()
    const exited = once(child, 'exit')
    const connected = once(silentServer, 'connection')
    child.send('go')
    await connected
    child.disconnect()
    expect(await exited).toEqual([0, null])
  })
})
