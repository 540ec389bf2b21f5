import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHoldfast, runHoldfastHere } from '../setup/holdfast-command.ts'
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

/** Runs the command in a process of its own. */
const holdfast = (...args: string[]) => runHoldfast(server, args)
/** Runs the command in this process, which is enough to test its options. */
const holdfastHere = (...args: string[]) => runHoldfastHere(server, args)

const field = (text: string, name: string): string => new RegExp(`${name} +(\\S+)`).exec(text)?.[1] ?? ''

describe('holdfast client create', () => {
  it("opens the provider's own account first, whose administrator can then open accounts of customers", async () => {
    const person = ['--administrator', 'nadia', '--administrator-email', 'nadia@provider.example']
    const { code, stdout } = await holdfast('client', 'create', 'admin', '--name', 'Provider', ...person)
    expect(code).toBe(0)
    const token = await server.signInAgain('admin', 'nadia', field(stdout, 'administrator_password'))
    await server.acceptTerms('admin', token)
    const administrator = { user_reference: 'olivia', email: 'olivia@globex.example', name: 'Olivia' }
    const body = { client: 'globex', name: 'Globex', locale: 'en-GB', identity_provider: null, administrator }
    expect((await server.call('POST', '/api/admin/v1/clients', { token, body })).status).toBe(200)
  })

  it('opens an account with an identity provider of its own, and records that on its trail', async () => {
    const secretFile = path.join(home, 'secret')
    await writeFile(secretFile, 'not on the command line\n')
    const provider = ['--issuer', 'https://login.example.com', '--client-id', 'holdfast']
    const secret = ['--client-secret-file', secretFile]
    const { code, stdout } = await holdfast('client', 'create', 'acme', '--name', 'Acme plc', ...provider, ...secret)
    expect([code, stdout]).toEqual([0, expect.stringContaining('The account acme (Acme plc) is open')])
    expect(field(stdout, 'enrolment_secret')).toHaveLength(43)
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
      events: [{ event: 'client.created', details: { key_id: field(stdout, 'key_id') } }],
    })
  })

  const create = (identifier: string, ...more: string[]) => [
    'client',
    'create',
    identifier,
    '--name',
    'Umbrella',
    ...more,
  ]
  const person = ['--administrator', 'ann', '--administrator-email', 'ann@example.com']

  it.each([
    ['an unknown option', create('umbrella', '--colour', 'red'), /^Unknown option '--colour'/],
    ['no subcommand', ['client'], /^holdfast client create <identifier>/],
    ['an identifier that is taken', create('acme', ...person), '<identifier>: An account of this name exists already'],
    ['an invalid identifier', create('Acme Ltd', ...person), /^<identifier>: Must be 3 to 40 lowercase letters/],
    ['no name', ['client', 'create', 'umbrella', ...person], '--name is missing'],
    ['an unknown language', create('umbrella', '--locale', 'fr', ...person), '--locale: Must be one of en-GB, pt-BR'],
    [
      'no way to sign in',
      create('umbrella'),
      '--administrator or --issuer is missing: without either nobody could sign in',
    ],
    [
      'both ways to sign in',
      create(
        'umbrella',
        ...person,
        '--issuer',
        'https://a.example',
        '--client-id',
        'holdfast',
        '--client-secret-file',
        program,
      ),
      '--administrator: people of this account sign in at another provider',
    ],
    [
      'an incomplete identity provider',
      create('umbrella', '--issuer', 'https://a.example'),
      '--client-id is missing\n--client-secret-file is missing',
    ],
    ['an incomplete administrator', create('umbrella', '--administrator', 'ann'), '--administrator-email is missing'],
    [
      'an administrator without a reference',
      create('umbrella', '--administrator-email', 'ann'),
      '--administrator is missing\n--administrator-email: Must be a valid email address',
    ],
    [
      'an issuer with credentials at a private address',
      create(
        'umbrella',
        '--issuer',
        'https://u:p@10.1.1.1',
        '--client-id',
        'holdfast',
        '--client-secret-file',
        program,
      ),
      '--issuer: Must be a public address without a user name or password',
    ],
    [
      'a role that does not exist',
      create('umbrella', ...person, '--default-role', 'Lord'),
      '--default-role: The role Lord does not exist',
    ],
    [
      'an invalid role',
      create('umbrella', ...person, '--default-role', 'A'),
      '--default-role: The number of characters must be at least 3',
    ],
    [
      'a missing secret file',
      create('x1x', '--issuer', 'i', '--client-secret-file', '/no'),
      "--client-secret-file: the file /no can't be read",
    ],
  ])('with %s names the option and what it must be, and ends with exit code 2', async (_what, args, message) => {
    const { code, stderr } = await holdfastHere(...args)
    const expected = typeof message === 'string' ? `${message}\n` : expect.stringMatching(message)
    expect([code, stderr]).toEqual([2, expected])
  })
})

it.each([
  ['an unknown option', ['client', 'create', 'umbrella', '--colour', 'red'], /^Unknown option '--colour'/],
  ['an account that does not exist', ['account', 'unlock', 'nowhere'], /^There is no account nowhere\n$/],
])('holdfast with %s prints the error and ends with exit code 2', async (_what, args, message) => {
  expect(await holdfast(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) })
})

describe('holdfast account unlock', () => {
  it('lifts the network limit of an account, and prints what it was', async () => {
    const [client, cidr_ranges] = ['acme', ['203.0.113.0/24']]
    await server.api.platform.database.transaction(client, (tx) =>
      tx.db.updateTable('account_defaults').set({ cidr_ranges }).where('client', '=', client).execute(),
    )
    const { code, stdout } = await holdfast('account', 'unlock', client)
    const message = 'The account acme can be used from every network again. It was limited to 203.0.113.0/24.\n'
    expect([code, stdout]).toEqual([0, message])
    expect((await holdfastHere('account', 'unlock', client)).stdout).toMatch(/Nothing was changed/)
    for (const trail of [client, 'admin']) {
      const entries = await server.api.platform.database.read(trail, (tx) =>
        tx.db
          .selectFrom('user_activities')
          .select('events')
          .where('client', '=', trail)
          .where('call', '=', 'COMMAND account unlock')
          .execute(),
      )
      expect(entries).toMatchObject([
        { events: [{ event: 'account_limit.lifted', details: { client, before: { cidr_ranges } } }] },
      ])
    }
  })

  it.each([
    [['account'], 'holdfast account unlock <client>\n'],
    [['account', 'unlock'], 'holdfast account unlock <client>\n'],
    [['account', 'unlock', 'acme', 'globex'], 'holdfast account unlock <client>\n'],
    [['account', 'unlock', 'nowhere'], 'There is no account nowhere\n'],
    [['account', 'unlock', "x'; drop"], "There is no account x'; drop\n"],
  ])('%j changes nothing and ends with exit code 2', async (args, message) => {
    const { code, stderr } = await holdfastHere(...args)
    expect([code, stderr]).toEqual([2, message])
  })
})

it('holdfast help aligns the descriptions of its commands in one column', async () => {
  const { stdout } = await holdfast('help')
  const purposes =
    /^holdfast <command>\n\n((?: {2}[a-z-]+ {2,}.+\n)+)\nSettings/.exec(stdout)?.[1]?.trimEnd().split('\n') ?? []
  expect(purposes.length).toBeGreaterThan(5)
  expect(new Set(purposes.map((line) => line.slice(2).search(/(?<= {2})\S/))).size).toBe(1)
})
