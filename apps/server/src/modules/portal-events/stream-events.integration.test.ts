import { calls, type PortalEvent } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { raiseAlert } from '../alerts/index.ts'

const client = 'northwind'
const london = { reference: 'R58M123', state: null, payload_type: null, group: 'London' }
const lisbon = { ...london, reference: 'R58M456', group: 'Lisbon' }

describe('GET /events', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await TestServer.start()
    await server.openAccount(client, ['London', 'Lisbon'])
    for (const group of ['London', 'Lisbon']) {
      await server.addRole(client, `${group}-devices`, [
        { actions_matching: 'devices:*', conditions: [{ names_matching: group }] },
      ])
    }
  })

  afterAll(() => server.stop())

  const changed = (...events: Omit<PortalEvent, 'time' | 'kind'>[]) =>
    server.api.platform.database.transaction(client, async (tx) => {
      for (const event of events) await tx.notify({ kind: 'device', ...event })
    })

  const listen = async (
    user_reference: string,
    roles = ['London-devices'],
    account: string = client,
  ): Promise<Listening> => {
    const token = await server.signIn(account, { user_reference, roles })
    const response = await server.call('GET', `/api/admin/v1/${account}/events`, { token })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const listening = new Listening(response, token)
    await listening.until('retry:')
    return listening
  }

  it('reports changes in the groups that the caller may see, and in no other', async () => {
    const ann = await listen('ann')
    await changed(lisbon, london)
    expect(await ann.until('R58M123')).not.toContain('R58M456')
    await ann.leave()
  })

  it('applies changed roles at once', async () => {
    const bea = await listen('bea')
    await server.setRoles(client, 'bea', ['Lisbon-devices'])
    await changed(london, lisbon)
    expect(await bea.until('R58M456')).not.toContain('R58M123')
    await bea.leave()
  })

  it('reports saved views to the people and roles that they are for, and to nobody else', async () => {
    const [eve, fay] = [await listen('eve'), await listen('fay', ['Lisbon-devices'])]
    const notify = (reference: string, audience?: { people: string[]; roles: string[] }) =>
      server.api.platform.database.transaction(client, (tx) =>
        tx.notify({ ...london, group: null, kind: 'saved_view', reference, ...(audience && { audience }) }),
      )
    await notify('OF-NOBODY')
    await notify('OF-FAY', { people: ['fay'], roles: [] })
    await notify('OF-LISBON', { people: [], roles: ['Lisbon-devices'] })
    await notify('OF-LONDON', { people: ['somebody'], roles: ['London-devices'] })
    await changed(london, lisbon)
    const heard = { eve: await eve.until('R58M123'), fay: await fay.until('R58M456') }
    const of = (text: string) => ['NOBODY', 'FAY', 'LISBON', 'LONDON'].filter((name) => text.includes(`OF-${name}`))
    expect({ eve: of(heard.eve), fay: of(heard.fay) }).toEqual({ eve: ['LONDON'], fay: ['FAY', 'LISBON'] })
    expect(heard.fay).not.toContain('audience')
    await Promise.all([eve.leave(), fay.leave()])
  })

  it('reports a change also to people that it is addressed to without the action for it', async () => {
    const gus = await listen('gus')
    const queue = { ...london, kind: 'review_queue', group: null } as const
    await server.api.platform.database.transaction(client, async (tx) => {
      await tx.notify({ ...queue, reference: 'OF-SOMEBODY', audience: { people: ['somebody'], roles: [] } })
      await tx.notify({ ...queue, reference: 'OF-GUS', audience: { people: ['gus'], roles: [] } })
    })
    expect(await gus.until('OF-GUS')).not.toContain('OF-SOMEBODY')
    await gus.leave()
  })

  it('reports alerts to readers of their groups and, if the provider sees them, to its staff, without saying which', async () => {
    await server.openAccount('admin')
    await server.addRole(client, 'London-alerts', [
      { actions_matching: 'alerts:read', conditions: [{ names_matching: 'London' }] },
    ])
    const hal = await listen('hal', ['London-alerts', 'London-devices'])
    const ivo = await listen('ivo', ['Internal Support'], 'admin')
    const raise = (condition: 'payload_failed' | 'payload_late', group: string) =>
      server.api.platform.database.transaction(client, (tx) =>
        raiseAlert(tx, { condition, of: `${condition} ${group}`, values: { device: group }, group }),
      )
    await raise('payload_late', 'Lisbon')
    await raise('payload_late', 'London')
    const heard = await hal.until('"kind":"alert"')
    expect(heard).toContain('"group":"London"')
    expect(heard).not.toContain('Lisbon')
    expect(heard).not.toContain('payload_late')
    await raise('payload_failed', 'Lisbon')
    const told = await ivo.until('"kind":"alert"')
    expect(told.split('"kind":"alert"')).toHaveLength(2)
    expect(told).not.toContain('Lisbon')
    await Promise.all([hal.leave(), ivo.leave()])
  })

  it('reports a matter to its owner, its members and people who place holds, and not to those who only read holds', async () => {
    await server.addRole(client, 'Matters', [{ actions_matching: 'matters:*' }])
    await server.addRole(client, 'Holds', [{ actions_matching: 'legal_holds:read|devices:read', is_regex: true }])
    const [jan, kay] = [await listen('jan', ['Matters']), await listen('kay', ['Matters'])]
    const [lou, mia] = [await listen('lou', ['Compliance Officer']), await listen('mia', ['Holds'])]
    const put = (reference: string, members: string[]) =>
      server.call('PUT', `/api/client/v1/${client}/matters/${reference}`, {
        token: jan.token,
        body: { title: 'Quotes', reason: 'A complaint', review_on: null, is_closed: false, members },
      })
    expect((await put('M-1', [])).status).toBe(200)
    expect((await put('M-2', ['kay'])).status).toBe(200)
    await changed({ ...london, group: null })
    for (const one of [jan, lou]) expect(await one.until('M-2')).toContain('M-1')
    expect(await kay.until('M-2')).not.toContain('M-1')
    expect(await mia.until('R58M123')).not.toContain('"matter"')
    await Promise.all([jan, kay, lou, mia].map((one) => one.leave()))
  })

  it('ends for a removed person before it reports anything more', async () => {
    const cal = await listen('cal')
    await server.setActive(client, 'cal', false)
    await changed(london)
    expect(await cal.untilEnd()).not.toContain('R58M123')
  })

  it('ends for a person who signs out', async () => {
    const dee = await listen('dee')
    const out = await server.call('POST', `/api/admin/v1/${client}${calls.signOut.path}`, {
      token: dee.token,
      body: {},
    })
    expect(out.ok).toBe(true)
    await changed(london)
    expect(await dee.untilEnd()).not.toContain('R58M123')
  })
})

/** Collects what one open screen receives. */
class Listening {
  readonly token: string
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #heard = ''

  constructor(response: Response, token: string) {
    if (!response.body) throw new Error('no stream')
    this.#reader = response.body.getReader()
    this.token = token
  }

  async until(text: string): Promise<string> {
    while (!this.#heard.includes(text)) {
      if (!(await this.#readOn())) throw new Error(`The stream ended before it sent ${text}: ${this.#heard}`)
    }
    return this.#heard
  }

  async untilEnd(): Promise<string> {
    while (await this.#readOn());
    return this.#heard
  }

  leave(): Promise<void> {
    return this.#reader.cancel()
  }

  async #readOn(): Promise<boolean> {
    const { done, value } = await this.#reader.read()
    this.#heard += value ? Buffer.from(value).toString() : ''
    return !done
  }
}
