import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DocumentHandset } from '../conformance/document-handset.ts'
import { runHoldfast, runHoldfastHere } from '../setup/holdfast-command.ts'
import { TestServer } from '../setup/server.ts'

const client = 'initech'

let server: TestServer
let enrolment_secret: string
beforeAll(async () => {
  server = await TestServer.start()
  enrolment_secret = (await server.openAccount(client, ['London'])).enrolment_secret
})
afterAll(() => server?.stop())

const holdfast = (...args: string[]) => runHoldfast(server, args)

const person = ['--email', 'ana.reis@example.com', '--first-name', 'Ana', '--surname', 'Reis']

describe('holdfast device-user create', () => {
  it('creates a device user whose handset can then authenticate, and records that on the trail', async () => {
    const options = ['--group', 'London', '--services', 'calls,sms', ...person]
    expect(await holdfast('device-user', 'create', client, 'ana.reis', ...options)).toMatchObject({ code: 0 })
    const handset = new DocumentHandset({
      origin: server.origin,
      client,
      enrolment_secret,
      device_reference: 'R58N12ABCDE',
      device_user_reference: 'ana.reis',
      installation_id: 'made at the first start',
    })
    expect(await handset.begin()).toMatchObject({ install_state: 'NewInstall', enabled_services: ['calls', 'sms'] })
    const trail = await server.api.platform.database.read(client, (tx) =>
      tx.db.selectFrom('user_activities').select('events').where('client', '=', client).execute(),
    )
    expect(trail.flatMap(({ events }) => events)).toContainEqual({
      event: 'device_user.onboarded',
      details: { device_user_reference: 'ana.reis', group: 'London' },
    })
    expect(await runHoldfastHere(server, ['device-user', 'create', client, 'ana.reis', ...options])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('initech has a device user ana.reis already'),
    })
  })

  it.each([
    ['an unknown group', ['--group', 'Nowhere', '--services', 'calls', ...person], '--group: '],
    ['an unknown service', ['--group', 'London', '--services', 'faxes', ...person], '--services'],
    ['no group', ['--services', 'calls', ...person], '--group is missing'],
    ['an unknown option', ['--colour', 'red'], 'holdfast device-user create <client> <reference>'],
  ])('refuses %s with the reason', async (_what, options, message) => {
    const { code, stderr } = await runHoldfastHere(server, ['device-user', 'create', client, 'joe.low', ...options])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
})
