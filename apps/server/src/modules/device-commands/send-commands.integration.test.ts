import type { CallResponse, CommandForDevice, calls, DeviceCommand } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { timeOutCommands } from './time-out-commands.ts'

/** boss may do everything; lara commands devices of London alone, and sees no others; nora sees all, and commands those of London; rita only sees devices. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
let nora: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('London desk', [
    { actions_matching: 'devices:(read|command)', is_regex: true, conditions: [{ names_matching: 'London' }] },
  ])
  await account.addRole('Sees devices', [{ actions_matching: 'devices:read' }])
  boss = await account.signIn('boss', 'Device Manager')
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Sees devices')
  nora = await account.signIn('nora', 'Sees devices', 'London desk')
  await account.onboard('rui.costa', { group: 'Lisbon' })
})
afterAll(() => account?.close())

const base = '/api/admin/v1/northwind'
const of = (device_reference: string) => `${base}/devices/${encodeURIComponent(device_reference)}/commands`
const send = (device_reference: string, body: object = { command: 'sync_data' }, token = boss) =>
  account.server.call('POST', of(device_reference), { token, body })
const sent = async (response: Promise<Response>): Promise<DeviceCommand> => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as DeviceCommand
}
const sendToAll = async (device_references: string[], token = boss, body: object = { command: 'sync_data' }) => {
  const response = await account.server.call('POST', `${base}/commands`, {
    token,
    body: { device_references, ...body },
  })
  if (!response.ok) throw new Error(await response.text())
  const { items } = (await response.json()) as CallResponse<typeof calls.sendCommands>
  return items.map(({ result, code }) => code ?? result)
}
const listed = async (query = '', token = boss) =>
  (await account.server.getJson<{ items: DeviceCommand[] }>(`${base}/commands?${query}`, token)).items
const fetched = async (token: string) => {
  const response = await account.call(token, 'GET', '/commands')
  return ((await response.json()) as { items: CommandForDevice[] }).items
}
const refusal = async (response: Promise<Response>) => outcomeOf(await response)
const latestEvents = () =>
  account.read(async (tx) => {
    const { events } = await tx.db
      .selectFrom('user_activities')
      .select('events')
      .where('client', '=', tx.client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return events
  })
const inLisbon = (serial: string) => account.verified(serial, { body: { device_user_reference: 'rui.costa' } })

describe('a command', () => {
  it('is fetched by its device, done, and seen by whoever sees the device', async () => {
    const { access_token } = await account.verified('SENT-1')
    const command = await sent(send('SENT-1', { command: 'sms_auto_response', params: { message: 'Recorded line' } }))
    expect(command).toMatchObject({
      command: 'sms_auto_response',
      params: { message: 'Recorded line' },
      device_reference: 'SENT-1',
      group: 'London',
      state: 'Sent',
      raised_by: 'boss',
      updated_by: 'boss',
    })
    const { command_reference } = command
    expect(await latestEvents()).toEqual([
      {
        event: 'device_command.sent',
        details: {
          command_reference,
          device_reference: 'SENT-1',
          command: 'sms_auto_response',
          message: 'Recorded line',
        },
      },
    ])
    expect(await fetched(access_token)).toMatchObject([{ command_reference, params: { message: 'Recorded line' } }])
    for (const state of ['Acknowledged', 'Completed']) {
      await account.call(access_token, 'PUT', `/commands/${command_reference}`, { body: { state } })
    }
    expect(await fetched(access_token)).toEqual([])
    const [seen] = await listed('filter[device_references][0]=SENT-1', rita)
    expect(seen).toMatchObject({ state: 'Completed', completed_at: expect.any(String), updated_by: 'SENT-1' })
  })

  it('that its device has not answered yet is not sent twice', async () => {
    const { access_token } = await account.verified('TWICE-1')
    const [first, second] = await Promise.all([sent(send('TWICE-1')), sent(send('TWICE-1'))])
    expect(second.command_reference).toBe(first.command_reference)
    expect(await sendToAll(['TWICE-1'])).toEqual(['waiting'])
    expect(await fetched(access_token)).toHaveLength(1)
    const report = { body: { state: 'Acknowledged' } }
    await account.call(access_token, 'PUT', `/commands/${first.command_reference}`, report)
    expect((await sent(send('TWICE-1'))).command_reference).not.toBe(first.command_reference)
  })

  it('has a message if it is an SMS auto response, and only then', async () => {
    await account.verified('WORDS-1')
    expect(await refusal(send('WORDS-1', { command: 'sms_auto_response' }))).toEqual([409, 'command.message_needed'])
    expect(await refusal(send('WORDS-1', { command: 'sync_data', params: { message: 'x' } }))).toEqual([
      409,
      'command.no_message',
    ])
    for (const body of [
      { command: 'explode' },
      {},
      { command: 'sms_auto_response', params: { message: '' } },
      { command: 'sms_auto_response', params: { message: 'x'.repeat(1601) } },
      { command: 'sms_auto_response', params: { message: 'a\u0000b' } },
      { command: 'sync_data', params: { other: 1 } },
      { command: 'sync_data', state: 'Completed' },
    ]) {
      expect([body, (await send('WORDS-1', body)).status]).toEqual([body, 400])
    }
    expect(await listed('filter[device_references][0]=WORDS-1')).toEqual([])
  })

  it('is refused for a device that is blocked or has too many', async () => {
    await account.verified('BLOCKED-1')
    await account.server.call('PUT', `${base}/devices/BLOCKED-1/block`, { token: boss, body: { reason: 'Lost' } })
    expect(await refusal(send('BLOCKED-1'))).toEqual([409, 'command.device_blocked'])
    const { access_token } = await account.verified('MANY-1')
    for (let number = 0; number < 100; number++) {
      await sent(send('MANY-1', { command: 'sms_auto_response', params: { message: `Answer ${number}` } }))
    }
    expect(await refusal(send('MANY-1'))).toEqual([409, 'command.too_many'])
    expect(await fetched(access_token)).toHaveLength(100)
  })

  it('fails if no device answers within 7 days', async () => {
    const { access_token } = await account.verified('LATE-1')
    const command = await sent(send('LATE-1'))
    await sent(send('LATE-1', { command: 'diagnostics_upload' }))
    await account.write((tx) =>
      tx.db
        .updateTable('device_commands')
        .set({ sent_at: new Date(Date.now() - 7 * 24 * 60 * 60 * 1000) })
        .where('client', '=', tx.client)
        .where('command_reference', '=', command.command_reference)
        .execute(),
    )
    // It is not handed out any more, and can be sent again, before the job has run.
    expect(await fetched(access_token)).toHaveLength(1)
    const again = await sent(send('LATE-1'))
    const { platform } = account.server.api
    await timeOutCommands.handle({ platform, signal: AbortSignal.timeout(60_000) } as never, {})
    expect(await latestEvents()).toMatchObject([{ event: 'device_command.timed_out', details: { rows: 1 } }])
    const states = (await listed('filter[device_references][0]=LATE-1')).map((one) => [
      one.command,
      one.state,
      one.failure,
    ])
    expect(states).toEqual([
      ['sync_data', 'Sent', null],
      ['diagnostics_upload', 'Sent', null],
      ['sync_data', 'Failed', 'timeout'],
    ])
    expect(again.state).toBe('Sent')
    const late = await account.call(access_token, 'PUT', `/commands/${command.command_reference}`, {
      body: { state: 'Acknowledged' },
    })
    expect(await outcomeOf(late)).toEqual([409, 'command.illegal_transition'])
  })
})

describe('commands for several devices', () => {
  it('are answered one by one, and repeating them sends nothing again', async () => {
    await account.verified('SEVERAL-1')
    await account.verified('SEVERAL-2')
    await inLisbon('SEVERAL-3')
    const devices = ['SEVERAL-1', 'SEVERAL-2', 'SEVERAL-3', 'NO-SUCH-DEVICE']
    expect(await sendToAll(devices, lara)).toEqual(['sent', 'sent', 'request.not_found', 'request.not_found'])
    expect(await sendToAll(devices)).toEqual(['waiting', 'waiting', 'sent', 'request.not_found'])
    expect(await sendToAll(['SEVERAL-1', 'SEVERAL-3'], nora)).toEqual(['waiting', 'auth.forbidden'])
    const message = { command: 'sync_data', params: { message: 'x' } }
    expect(await sendToAll(['SEVERAL-1'], boss, message)).toEqual(['command.no_message'])
  })

  it.each([[[]], [Array.from({ length: 101 }, (_, number) => `D-${number}`)], [['A-1', 'A-1']], [['x'.repeat(300)]]])(
    'are refused as a whole if the references are not a batch (%#)',
    async (device_references) => {
      const body = { device_references, command: 'sync_data' }
      const response = await account.server.call('POST', `${base}/commands`, { token: boss, body })
      expect(await outcomeOf(response)).toEqual([400, 'request.invalid'])
    },
  )
})

describe('the lists', () => {
  it('have what was sent to devices in groups that the caller may see', async () => {
    await inLisbon('LISTED-1')
    await sent(send('LISTED-1', { command: 'allow_power_off' }))
    expect(await listed('filter[commands][0]=allow_power_off', rita)).toHaveLength(1)
    expect(await listed('filter[commands][0]=allow_power_off', lara)).toEqual([])
    expect(await refusal(account.server.call('GET', of('LISTED-1'), { token: lara }))).toEqual([
      404,
      'request.not_found',
    ])
    const own = await account.server.getJson<{ items: DeviceCommand[] }>(of('LISTED-1'), rita)
    expect(own.items).toMatchObject([{ command: 'allow_power_off' }])
  })

  it('are filtered by device, kind, state, person and day', async () => {
    await account.verified('FILTER-1')
    const { sent_at } = await sent(send('FILTER-1', { command: 'allow_uninstall' }))
    const day = sent_at.slice(0, 10)
    const found = async (filter: string) => (await listed(`filter[device_references][0]=FILTER-1&${filter}`)).length
    expect(await found('filter[commands][0]=allow_uninstall&filter[states][0]=Sent&filter[raised_by][0]=boss')).toBe(1)
    expect(await found(`filter[date_from]=${day}&filter[date_to]=${day}`)).toBe(1)
    expect(await found('filter[states][0]=Failed')).toBe(0)
    expect(await found('filter[date_to]=2020-01-01')).toBe(0)
    expect(await found('filter[raised_by][0]=lara')).toBe(0)
  })

  it('and sending are for people of the account who may', async () => {
    await account.verified('WHO-1')
    expect(await refusal(send('WHO-1', { command: 'sync_data' }, rita))).toEqual([403, 'auth.forbidden'])
    expect((await account.server.call('POST', of('WHO-1'), { body: { command: 'sync_data' } })).status).toBe(401)
    expect(await refusal(send('NO-SUCH-DEVICE'))).toEqual([404, 'request.not_found'])
  })
})
