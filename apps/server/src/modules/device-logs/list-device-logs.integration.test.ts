import { type ListedDeviceLog, maxListedMessageCharacters, type PortalEvent } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** Ana, of London, carries HANDED until she hands it over to Joe, of Lisbon. */
let account: AccountWithHandsets
let handsetToken: string
let handedOver: number
const tokens = { manager: '', londoner: '', reviewer: '' }
const recording = '01ARZ3NDEKTSV4RRFFQ69G5F77'

const before = (hours: number): string => new Date(handedOver - hours * 3_600_000).toISOString()

const line = (log_id: string, more: object = {}) => ({
  log_id: log_id.padEnd(32, '0'),
  log_class: 'Recorder',
  log_level: 'INFO',
  log_datetime: new Date().toISOString(),
  local_timezone: 'Europe/London',
  payload_reference: null,
  log_message: 'recording began',
  ...more,
})

const send = async (logs: readonly unknown[]): Promise<object> => {
  const response = await account.call(handsetToken, 'POST', '/logs', { body: { logs } })
  return (await response.json()) as object
}

const path = (list: string, query = '') => `/api/client/v1/${account.client}${list}?${query}`

const listed = async (list: string, query = '', token = tokens.manager): Promise<ListedDeviceLog[]> =>
  (await account.server.getJson<{ items: ListedDeviceLog[] }>(path(list, query), token)).items

const short = ({ log_id }: Pick<ListedDeviceLog, 'log_id'>): string => log_id.replace(/0+$/, '')

beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('London alone', [{ actions_matching: 'logs:read', conditions: [{ names_matching: 'London' }] }])
  tokens.manager = await account.signIn('manager', 'Device Manager')
  tokens.londoner = await account.signIn('londoner', 'London alone')
  tokens.reviewer = await account.signIn('reviewer', 'Reviewer')
  await account.verified('HANDED')
  handsetToken = (await account.verified('HANDED', { body: { device_user_reference: 'joe.low' } })).access_token
  handedOver = Date.now()
  await send([
    line('joe'),
    line('hers', { log_datetime: before(2), log_level: 'ERROR', log_message: 'Upload of the caf\u00e9 call failed' }),
    line('earlier', { log_datetime: before(3), log_class: 'Uploader', payload_reference: recording }),
    line('warned', { log_datetime: before(4), log_level: 'WARN', log_message: '100% of the disk' }),
  ])
})
afterAll(() => account?.close())

describe('a log line belongs to whoever held the device when it was written', () => {
  it('also when it arrives later, so that those who see one group see only its lines', async () => {
    expect(await listed('/devices/HANDED/logs')).toMatchObject([
      { device_user_reference: 'joe.low', group: 'Lisbon' },
      { device_user_reference: 'ana.reis', group: 'London' },
      { device_user_reference: 'ana.reis', group: 'London' },
      { device_user_reference: 'ana.reis', group: 'London' },
    ])
    for (const list of ['/device_logs', '/devices/HANDED/logs', '/users/ana.reis/logs']) {
      expect((await listed(list, '', tokens.londoner)).map(short)).toEqual(['hers', 'earlier', 'warned'])
    }
    expect(await listed('/users/joe.low/logs', '', tokens.londoner)).toEqual([])
    expect((await listed('/users/joe.low/logs')).map(short)).toEqual(['joe'])
    expect((await account.server.call('GET', path('/device_logs'), { token: tokens.reviewer })).status).toBe(403)
  })
})

describe('device logs', () => {
  it.each([
    ['filter[log_levels][0]=ERROR&filter[log_levels][1]=WARN', ['hers', 'warned']],
    ['filter[log_levels][0]=INFO', ['joe', 'earlier']],
    ['filter[log_classes][0]=Uploader', ['earlier']],
    ['filter[search]=CAFE', ['hers']],
    ['filter[search]=100%25', ['warned']],
    ['filter[search]=%25', ['warned']],
    [`filter[payload_references][0]=${recording}`, ['earlier']],
    ['filter[groups][0]=Lisbon', ['joe']],
    ['filter[device_user_references][0]=ana.reis&filter[log_levels][0]=WARN', ['warned']],
    ['filter[date_to]=2001-01-01', []],
    ['sort=asc&limit=1', ['warned']],
  ])('with %s are %j', async (query, wanted) => {
    expect((await listed('/device_logs', query)).map(short)).toEqual(wanted)
  })

  it('have a total with the same filters', async () => {
    const total = (query: string, token = tokens.manager) =>
      account.server.getJson(path('/device_logs', `query_result_type=total&${query}`), token)
    expect(await total('filter[log_levels][0]=INFO')).toEqual({ total: 2 })
    expect(await total('filter[log_levels][0]=INFO', tokens.londoner)).toEqual({ total: 1 })
  })

  it('refuse filters that nothing can match, and unknown ones', async () => {
    const get = async (query: string) =>
      outcomeOf(await account.server.call('GET', path('/device_logs', query), { token: tokens.manager }))
    for (const query of ['filter[log_levels][0]=TRACE', 'filter[severity]=1', 'filter[search]=', 'last_key=x']) {
      const [status] = await get(query)
      expect(status, query).toBe(400)
    }
  })

  it('show the beginning of a long message, and all of it at its own address', async () => {
    const log_message = `${'x'.repeat(maxListedMessageCharacters)}the end`
    await send([line('long', { log_message, log_class: 'c'.repeat(9000), log_datetime: before(5) })])
    const [found] = await listed('/device_logs', 'sort=asc&limit=1')
    expect(found).toMatchObject({ is_shortened: true })
    expect(found?.log_message).toHaveLength(maxListedMessageCharacters)
    expect(found?.log_class).toHaveLength(255)
    const one = path(`/device_logs/${found?.log_id}`)
    expect(await account.server.getJson(one, tokens.londoner)).toMatchObject({ log_message })
    const [joe] = await listed('/users/joe.low/logs')
    const hidden = await account.server.call('GET', path(`/device_logs/${joe?.log_id}`), { token: tokens.londoner })
    expect(await outcomeOf(hidden)).toEqual([404, 'request.not_found'])
  })

  it('are announced to open screens of each group, with the number of new lines', async () => {
    const told: PortalEvent[] = []
    const { events } = account.server.api.platform
    const leave = events.subscribe(account.client, { onEvent: (event) => told.push(event), onGap: () => {} })
    const lines = [line('live-1'), line('live-2'), line('live-3', { log_datetime: before(6) })]
    expect(await send(lines)).toEqual({ received: 3 })
    expect(await send(lines)).toEqual({ received: 0 })
    await vi.waitFor(
      () =>
        expect(told.filter(({ kind }) => kind === 'device_log').map(({ group, count }) => [group, count])).toEqual([
          ['Lisbon', 2],
          ['London', 1],
        ]),
      { timeout: waitTimeoutMs },
    )
    leave()
  })

  it('are exported with the rights of the list, and without formulas', async () => {
    await send([line('formula', { log_message: '=HYPERLINK("x")' })])
    const exports = new Exports(account.server, account.client)
    const seen = await exports.rows<ListedDeviceLog>(tokens.londoner, { list: 'listDeviceLogs' })
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen.map(({ group }) => group))).toEqual(new Set(['London']))
    const csv = await exports.file(tokens.manager, { list: 'listDeviceLogs', format: 'csv' })
    expect(csv).toContain('"\'=HYPERLINK(""x"")"')
    expect(
      (await exports.ask(tokens.reviewer, { list: 'listLogsOfDevice', params: { device_reference: 'X' } })).status,
    ).toBe(403)
  })
})
