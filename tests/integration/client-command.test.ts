import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'

const program = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts')

let server: TestServer
let home: string
beforeAll(async () => {
  server = await TestServer.start()
  home = await mkdtemp(path.join(tmpdir(), 'holdfast-command-'))
})
afterAll(async () => {
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

interface Ended {
  code: number
  told: string
  complained: string
}

const holdfast = (...args: string[]): Promise<Ended> => {
  const { databaseUrl, keysUrl, origin } = server.settings
  const env = {
    ...process.env,
    HOLDFAST_HOME: home,
    DATABASE_URL: databaseUrl,
    KEYS_URL: keysUrl,
    HOLDFAST_ORIGIN: origin,
    HOLDFAST_LOG_LEVEL: 'error',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, told, complained) => {
      resolve({ code: error ? Number(error.code) : 0, told, complained })
    })
  })
}

const field = (text: string, name: string): string => new RegExp(`${name} +(\\S+)`).exec(text)?.[1] ?? ''

describe('holdfast client create', () => {
  it("opens the provider's own account first, whose administrator then opens customers'", async () => {
    const person = ['--administrator', 'nadia', '--administrator-email', 'nadia@provider.example']
    const { code, told } = await holdfast('client', 'create', 'admin', '--name', 'Provider', ...person)
    expect(code).toBe(0)
    const token = await server.signInAgain('admin', 'nadia', field(told, 'administrator_password'))
    await server.acceptTerms('admin', token)
    const body = { client: 'globex', name: 'Globex', locale: 'en-GB', identity_provider: null }
    expect((await server.call('POST', '/api/admin/v1/clients', { token, body })).status).toBe(200)
  })

  it('opens an account with a provider of its own, and says so on its trail', async () => {
    const secretFile = path.join(home, 'secret')
    await writeFile(secretFile, 'not on the command line\n')
    const provider = ['--issuer', 'https://login.example.com', '--client-id', 'holdfast']
    const secret = ['--client-secret-file', secretFile]
    const { code, told } = await holdfast('client', 'create', 'acme', '--name', 'Acme plc', ...provider, ...secret)
    expect([code, told]).toEqual([0, expect.stringContaining('The account acme (Acme plc) is open')])
    expect(field(told, 'enrolment_secret')).toHaveLength(43)
    expect(await server.api.platform.identity.upstreamOf('acme')).toMatchObject({
      issuer: 'https://login.example.com',
      client_secret: 'not on the command line',
    })
    const [first] = await server.api.platform.database.read('acme', (tx) =>
      tx.db.selectFrom('user_activities').selectAll().where('client', '=', 'acme').orderBy('log_id').execute(),
    )
    expect(first).toMatchObject({
      user_id: 'system',
      call: 'COMMAND client create',
      events: [{ event: 'client.created', details: { key_id: field(told, 'key_id') } }],
    })
  })

  it.each([
    ['a name that is taken', ['client', 'create', 'acme', '--name', 'Acme'], 'An account of this name exists already'],
    ['a name that can not be', ['client', 'create', 'Acme Ltd', '--name', 'Acme'], 'client must match'],
    ['no name', ['client', 'create', 'umbrella'], "name must have required property 'name'"],
    ['an unknown option', ['client', 'create', 'umbrella', '--colour', 'red'], "Unknown option '--colour'"],
    ['nothing to do', ['client'], 'holdfast client create <identifier>'],
    [
      'a secret that is nowhere',
      ['client', 'create', 'x1x', '--issuer', 'i', '--client-secret-file', '/no'],
      "can't be",
    ],
  ])('with %s says what is wrong, and ends with 2', async (_what, args, complaint) => {
    const { code, complained } = await holdfast(...args)
    expect([code, complained]).toEqual([2, expect.stringContaining(complaint)])
    expect(complained).not.toMatch(/\n\s+at /)
  })
})
