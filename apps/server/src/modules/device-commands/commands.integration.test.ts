import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
let token: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  token = (await account.verified('OBEYS-1')).access_token
  await account.verified('OBEYS-2')
})
beforeEach(() => account.write((tx) => tx.db.deleteFrom('device_commands').where('client', '=', tx.client).execute()))
afterAll(async () => {
  await account.close()
})

const days = 24 * 60 * 60 * 1000

const tell = async (device_reference: string, state = 'Sent', ageMs = 0): Promise<string> => {
  const sent_at = new Date(Date.now() - ageMs)
  const command_reference = ulid(sent_at.getTime())
  await account.write((tx) =>
    tx.db
      .insertInto('device_commands')
      .values({
        client: tx.client,
        command_reference,
        device_reference,
        group: 'London',
        command: 'sms_auto_response',
        params: JSON.stringify({ message: 'This line is recorded.' }),
        state,
        raised_by: 'ines.duarte',
        sent_at,
        updated_at: sent_at,
      })
      .execute(),
  )
  return command_reference
}

const report = (command_reference: string, body: object) =>
  account.call(token, 'PUT', `/commands/${command_reference}`, { body })

const stored = (command_reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('device_commands')
      .select(['state', 'failure', 'acknowledged_at', 'completed_at'])
      .where('client', '=', tx.client)
      .where('command_reference', '=', command_reference)
      .executeTakeFirst(),
  )

describe('GET /commands', () => {
  it('gives a device its own unfinished commands, oldest first', async () => {
    const newest = await tell('OBEYS-1', 'Sent', 1 * days)
    const oldest = await tell('OBEYS-1', 'Acknowledged', 30 * days)
    await tell('OBEYS-1', 'Sent', 8 * days)
    await tell('OBEYS-1', 'Completed')
    await tell('OBEYS-1', 'Failed')
    await tell('OBEYS-2')
    const response = await account.call(token, 'GET', '/commands')
    const { items } = (await response.json()) as { items: { command_reference: string }[] }
    expect(items.map(({ command_reference }) => command_reference)).toEqual([oldest, newest])
    expect(items[1]).toEqual({
      command_reference: newest,
      command: 'sms_auto_response',
      params: { message: 'This line is recorded.' },
      state: 'Sent',
      sent_at: expect.any(String),
    })
  })

  it('gives at most a hundred commands', async () => {
    for (let index = 0; index < 101; index++) await tell('OBEYS-1', 'Sent', index)
    const { items } = (await (await account.call(token, 'GET', '/commands')).json()) as { items: unknown[] }
    expect(items).toHaveLength(100)
  })
})

describe('PUT /commands/{command_reference}', () => {
  it('takes a command from Sent through Acknowledged to Completed', async () => {
    const command = await tell('OBEYS-1')
    expect(await (await report(command, { state: 'Acknowledged' })).json()).toMatchObject({ state: 'Acknowledged' })
    expect(await stored(command)).toMatchObject({ acknowledged_at: expect.any(String), completed_at: null })
    expect((await report(command, { state: 'Completed' })).status).toBe(200)
    expect(await stored(command)).toMatchObject({ state: 'Completed', completed_at: expect.any(String), failure: null })
  })

  it('keeps the first report when another one follows', async () => {
    const command = await tell('OBEYS-1')
    await report(command, { state: 'Failed', message: 'no SIM' })
    const first = await stored(command)
    expect((await report(command, { state: 'Failed', message: 'other' })).status).toBe(200)
    expect(await stored(command)).toEqual(first)
    expect(first).toMatchObject({ state: 'Failed', failure: 'no SIM' })
  })

  it.each([
    ['Sent', 'Completed'],
    ['Completed', 'Acknowledged'],
    ['Completed', 'Failed'],
    ['Failed', 'Acknowledged'],
    ['Failed', 'Completed'],
  ])('refuses the transition from %s to %s', async (from, to) => {
    const command = await tell('OBEYS-1', from)
    expect(await outcomeOf(await report(command, { state: to }))).toEqual([409, 'command.illegal_transition'])
    expect((await stored(command))?.state).toBe(from)
  })

  it('answers 404 for the command of another device', async () => {
    const command = await tell('OBEYS-2')
    expect(await outcomeOf(await report(command, { state: 'Acknowledged' }))).toEqual([404, 'request.not_found'])
    expect(await outcomeOf(await report(ulid(), { state: 'Acknowledged' }))).toEqual([404, 'request.not_found'])
    expect((await stored(command))?.state).toBe('Sent')
  })

  it.each([
    { state: 'Sent' },
    {},
    { state: 'Failed', message: 'x'.repeat(1001) },
    { state: 'Failed', raised_by: 'me' },
  ])('refuses %j', async (body) => {
    const command = await tell('OBEYS-1')
    expect(await outcomeOf(await report(command, body))).toEqual([400, 'request.invalid'])
  })
})
