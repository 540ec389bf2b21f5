import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountEditor } from '../../../test/account-editor.ts'
import { addDeviceUser } from '../device-users/index.ts'

let account: AccountEditor
beforeAll(async () => {
  account = await AccountEditor.open()
  await account.putTag('region', { tag_values: ['EU', 'UK'], is_required: true, default_value: 'EU' })
  await account.putTag('desk')
})
afterAll(() => account.close())

const withoutStats = { device_users: 0, expected_devices: 0, actual_devices: 0 }

describe('PUT /groups/{group_reference}', () => {
  it('creates a group, and adds required tags that are missing with their defaults', async () => {
    const made = await account.putGroup('Equities', { desk: 'Cash' })
    expect(made).toMatchObject({
      status: 200,
      body: { group_reference: 'Equities', version: 1, updated_by: 'olivia', stats: withoutStats },
    })
    expect(made.body.tags).toEqual([
      { tag_key: 'desk', tag_value: 'Cash' },
      { tag_key: 'region', tag_value: 'EU' },
    ])
    expect(await account.group('Equities')).toEqual(made.body)
    expect((await account.trail())[0]).toEqual({
      event: 'group.created',
      details: { group_reference: 'Equities', after: { tags: made.body.tags } },
    })
  })

  it('replaces the tags of the version that was read, with before and after on the trail', async () => {
    const { tags: before } = await account.group('Equities')
    const changed = await account.putGroup('Equities', { region: 'UK' }, { version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { version: 2, tags: [{ tag_key: 'region', tag_value: 'UK' }] } })
    expect((await account.trail())[0]).toEqual({
      event: 'group.updated',
      details: { group_reference: 'Equities', before: { tags: before }, after: { tags: changed.body.tags } },
    })
  })

  it.each([
    ['is older', 'Equities', 1],
    ['is 0 although the group exists', 'Equities', 0],
    ['is of a deleted group', 'Nowhere', 3],
  ])('refuses a version that %s', async (_what, reference, version) => {
    const before = await account.call('GET', '/groups')
    const refused = await account.putGroup(reference, { region: 'EU' }, { version })
    expect(refused).toMatchObject({ status: 409, body: { code: 'edit.conflict' } })
    expect(await account.call('GET', '/groups')).toEqual(before)
  })

  it('names each tag that breaks its definition', async () => {
    const refused = await account.putGroup('Rates', { region: 'eu', floor: '3' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'group.tags_invalid' } })
    expect(refused.body.details?.problems).toEqual([
      { tag_key: 'region', problem: 'value_not_allowed', message: 'The tag does not allow this value' },
      { tag_key: 'floor', problem: 'not_defined', message: 'This tag is not defined' },
    ])
    expect(await account.call('GET', '/groups/Rates')).toMatchObject({ status: 404 })
  })

  it('accepts 50 tags, including required ones that are added', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ tag_key: 'desk', tag_value: `desk ${at}` }))
    const put = (tags: object[]) => account.call('PUT', '/groups/Many', { body: { version: 0, tags } })
    for (const tags of [many(50), many(51), [...many(1), ...many(1)]]) {
      expect(await put(tags)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid', errors: [{ path: '/body/tags' }] },
      })
    }
    expect((await put(many(49))).status).toBe(200)
    expect((await account.group('Many')).tags).toHaveLength(50)
  })

  it('accepts one of many changes that are saved at once', async () => {
    await account.putGroup('Contested', {})
    const values = Array.from({ length: 8 }, (_, at) => `desk ${at}`)
    const answers = await Promise.all(values.map((desk) => account.putGroup('Contested', { desk }, { version: 1 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'edit.conflict')).toHaveLength(7)
    const winner = answers.find(({ status }) => status === 200)?.body
    expect(await account.group('Contested')).toEqual(winner)
  })

  it('accepts one of many requests that create the same group at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => account.putGroup('Wanted', {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('takes effect on the next call', async () => {
    await account.server.addRole('acme', 'UK desk', [
      { actions_matching: 'groups:read', conditions: [{ keys_matching: 'region', values_matching: 'UK' }] },
    ])
    const token = await account.server.signIn('acme', { user_reference: 'ukan', roles: ['UK desk'] })
    await account.putGroup('Moving', { region: 'EU' })
    const read = async () => (await account.call('GET', '/groups/Moving', { token })).status
    expect(await read()).toBe(404)
    await account.putGroup('Moving', { region: 'UK' }, { version: 1 })
    expect(await read()).toBe(200)
    await account.putGroup('Moving', { region: 'EU' }, { version: 2 })
    expect(await read()).toBe(404)
  })
})

describe('DELETE /groups/{group_reference}', () => {
  const transaction: AccountEditor['server']['api']['platform']['database']['transaction'] = (client, work) =>
    account.server.api.platform.database.transaction(client, work)

  it('is refused when somebody else has changed the group since it was read', async () => {
    await account.putGroup('Edited', {})
    await account.putGroup('Edited', { region: 'UK' }, { version: 1 })
    expect(await account.call('DELETE', '/groups/Edited?version=1')).toMatchObject({
      status: 409,
      body: { code: 'edit.conflict', details: { updated_by: 'olivia', updated_at: expect.any(String) } },
    })
    expect((await account.group('Edited')).version).toBe(2)
    expect((await account.call('DELETE', '/groups/Edited?version=2')).status).toBe(204)
  })

  it('is refused with the number of members of each kind, and succeeds when the group has none', async () => {
    await account.putGroup('Held', {})
    const person = { email: 'ana@example.com', first_name: 'Ana', surname: 'Reis', services: ['calls' as const] }
    await transaction('acme', async (tx) => {
      await addDeviceUser(tx, { ...person, device_user_reference: 'ana.reis', group: 'Held' }, 'test')
    })
    await account.server.addDevice('acme', { device_reference: 'R58M1', group: 'Held' })
    await account.server.addDevice('acme', { device_reference: 'R58M2', group: 'Held' })
    await account.server.signIn('acme', { user_reference: 'held', roles: [], user_group: 'Held' })
    const refused = await account.deleteGroup('Held')
    expect(refused).toMatchObject({ status: 409, body: { code: 'group.in_use' } })
    expect(refused.body).toMatchObject({
      message: 'The group still has 1 person, 1 device user, 2 devices',
      details: { counts: { portal_users: 1, device_users: 1, devices: 2, payloads: 0 } },
    })
    expect((await account.group('Held')).version).toBe(1)
    await transaction('acme', async (tx) => {
      const { db, client } = tx
      await db.updateTable('devices').set({ group: 'Equities' }).where('client', '=', client).execute()
      await db.updateTable('device_users').set({ group: 'Equities' }).where('client', '=', client).execute()
      await db.updateTable('portal_users').set({ user_group: null }).where('client', '=', client).execute()
    })
    expect((await account.deleteGroup('Held')).status).toBe(204)
    expect(await account.call('GET', '/groups/Held')).toMatchObject({ status: 404 })
    expect((await account.trail())[0]).toMatchObject({ event: 'group.deleted', details: { group_reference: 'Held' } })
  })

  it('is refused while the group has a single recording, whatever its state', async () => {
    await account.putGroup('Recorded', {})
    const rows = (group: string) =>
      transaction('acme', (tx) =>
        tx.db.updateTable('payloads').set({ group }).where('client', '=', tx.client).execute(),
      )
    await account.write((tx) =>
      addRows(tx, 'payloads', [{ payload_state: 'Destroyed', group: 'Recorded', device_reference: 'R58M1' }]),
    )
    expect(await account.deleteGroup('Recorded')).toMatchObject({ body: { details: { holders: '1 payload' } } })
    await rows('Equities')
    expect((await account.deleteGroup('Recorded')).status).toBe(204)
  })

  it('waits for a device user who is being added at the same time, and is then refused', async () => {
    await account.putGroup('Joined', {})
    let deleting: ReturnType<AccountEditor['deleteGroup']> | undefined
    const person = { email: 'rui@example.com', first_name: 'Rui', surname: 'Melo', services: ['sms' as const] }
    await transaction('acme', async (tx) => {
      await addDeviceUser(tx, { ...person, device_user_reference: 'rui.melo', group: 'Joined' }, 'test')
      deleting = account.deleteGroup('Joined')
      await untilSomebodyWaits()
    })
    expect(await deleting).toMatchObject({ status: 409, body: { details: { holders: '1 device user' } } })
  })

  it('answers 404 for a group that does not exist', async () => {
    expect(await account.deleteGroup('No such group')).toMatchObject({
      status: 404,
      body: { code: 'request.not_found' },
    })
  })

  /** Until one of the server's statements waits for a lock. */
  const untilSomebodyWaits = async () => {
    const { database } = account.server.api.platform
    const waiting = () =>
      database.readAcrossClients(async (db) => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_locks where not granted`.execute(db)
        return (rows[0]?.waiting ?? 0) > 0
      })
    await vi.waitUntil(waiting, { timeout: 20_000, interval: 20 })
  }
})
