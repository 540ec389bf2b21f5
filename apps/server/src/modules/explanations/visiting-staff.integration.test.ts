import type { AccessExplanation, PayloadAccess } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'

let account: AccountWithRecordings
let desk: SupportDesk
let olga: string
const recordings = { london: '', lisbon: '' }

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  recordings.london = await account.addCall(1, 'London')
  recordings.lisbon = await account.addCall(2, 'Lisbon')
  const inLondon = [{ names_matching: 'London' }]
  await account.addRole('Londoners', [
    { actions_matching: 'payloads:(read|play)', is_regex: true, conditions: inLondon },
  ])
  await account.addRole('Office', [{ actions_matching: 'payloads:*' }], ['10/8'])
  olga = await account.signIn('olga', 'Compliance Officer', 'Account Administrator')
  await account.signIn('zoe', 'Londoners')
  desk = await SupportDesk.open(account.server, client, olga)
})
afterAll(() => account.close())

const endVisits = () =>
  account.server.api.platform.database.transaction(client, (tx) =>
    tx.db.deleteFrom('support_access').where('client', '=', client).execute(),
  )
beforeEach(endVisits)

const setRanges = (of: string, cidr_ranges: string[] | null) =>
  account.server.api.platform.database.transaction(of, async (tx) => {
    await tx.db
      .insertInto('account_defaults')
      .values({ client: of, cidr_ranges, updated_at: tx.now, updated_by: 'test' })
      .onConflict((conflict) => conflict.columns(['client']).doUpdateSet({ cidr_ranges }))
      .execute()
    await bumpAccessVersion(tx)
  })

const listed = async (reference: string, query = '') =>
  account.server.getJson<{ items: PayloadAccess[]; last_key: string | null }>(
    `/api/client/v1/${client}/payloads/${reference}/access?${query}`,
    olga,
  )
const visitors = async (reference: string) =>
  (await listed(reference)).items.filter(({ user_reference }) => user_reference.startsWith('admin/'))
const pathOf = (query: Record<string, string>) =>
  `/api/admin/v1/${client}/access/explanation?${new URLSearchParams({ user_reference: 'admin/marc', ...query })}`
const explained = (query: Record<string, string>) => account.server.getJson<AccessExplanation>(pathOf(query), olga)
const statusOfVisit = async (reference: string, request: string) =>
  (await desk.visit('GET', `/api/client/v1/${client}/payloads/${reference}`, request)).status
const play = { action: 'payloads:play' }

describe('staff with an approved request', () => {
  it('are listed among those who can play, under their name in the account', async () => {
    const request = await desk.approved('Londoners')
    expect(await visitors(recordings.london)).toEqual([
      {
        user_reference: 'admin/marc',
        is_client_app: false,
        display_name: 'admin/marc',
        actions: ['payloads:read', 'payloads:play'],
        deciding_roles: ['Londoners'],
        depends_on_address: false,
      },
    ])
    expect(await visitors(recordings.lisbon)).toEqual([])
    expect(await statusOfVisit(recordings.london, request)).toBe(200)
    expect(await statusOfVisit(recordings.lisbon, request)).toBe(404)
    const query = { ...play, payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({
      user_reference: 'admin/marc',
      roles: ['Londoners'],
      is_allowed: true,
      deciding: { role_reference: 'Londoners' },
    })
    expect(await explained({ ...query, payload_reference: recordings.lisbon })).toMatchObject({ is_allowed: false })
  })

  it('are listed after the people of the account, also across pages', async () => {
    await desk.approved('Londoners')
    const seen: string[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const page = await listed(recordings.london, `limit=1${last_key ? `&last_key=${last_key}` : ''}`)
      seen.push(...page.items.map(({ user_reference }) => user_reference))
      last_key = page.last_key
    }
    expect(seen).toEqual(['olga', 'zoe', 'admin/marc'])
  })

  it('have the limits of support mode', async () => {
    await desk.approved('Account Administrator')
    const decide = await explained({ action: 'support_access:decide' })
    expect(decide).toMatchObject({
      is_allowed: false,
      roles: ['Account Administrator'],
      deciding: { role_reference: 'support mode', kind: 'deny' },
    })
    expect(await explained({ action: 'support_access:read' })).toMatchObject({ is_allowed: true })
  })

  it('can do what any of their approved roles allows', async () => {
    await desk.approved('Londoners')
    await desk.approved('Office')
    expect(await visitors(recordings.london)).toMatchObject([
      { actions: ['payloads:read', 'payloads:play', 'payloads:download'], depends_on_address: true },
    ])
    const query = { action: 'payloads:download', payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({ is_allowed: true, roles: ['Office'], address: '10.0.0.0' })
  })

  it('need an address that both the account and their own account admit', async () => {
    await desk.approved('Londoners')
    const query = { ...play, payload_reference: recordings.london }
    for (const limited of [client, 'admin']) {
      await setRanges(limited, ['127.0.0.0/8'])
      try {
        expect(await visitors(recordings.london)).toMatchObject([{ depends_on_address: true }])
        expect(await explained(query)).toMatchObject({ is_allowed: true, is_address_admitted: true })
        expect(await explained({ ...query, address: '8.8.8.8' })).toMatchObject({
          is_allowed: false,
          is_address_admitted: false,
          depends_on_address: true,
        })
      } finally {
        await setRanges(limited, null)
      }
    }
  })
})

describe('staff without a valid request', () => {
  const expectUnknown = async () => {
    expect(await visitors(recordings.london)).toEqual([])
    expect(await account.refusal(pathOf(play), olga)).toMatchObject({ status: 404, code: 'request.not_found' })
  }

  it('are not listed before the approval, nor after it has expired', async () => {
    const { request_reference } = await desk.asked({ role: 'Londoners' })
    await expectUnknown()
    await desk.decided(request_reference, 'approved')
    expect(await visitors(recordings.london)).toHaveLength(1)
    await desk.age(request_reference, 2)
    await expectUnknown()
  })

  it('are not listed once they are removed, or may no longer visit accounts', async () => {
    await desk.approved('Londoners')
    await account.server.setActive('admin', 'marc', false)
    await expectUnknown()
    await account.server.setActive('admin', 'marc', true)
    expect(await visitors(recordings.london)).toHaveLength(1)
    await account.server.api.platform.database.transaction('admin', (tx) =>
      tx.db
        .updateTable('portal_users')
        .set({ roles: ['Internal Administrators of old'] })
        .where('client', '=', 'admin')
        .where('user_reference', '=', 'marc')
        .execute(),
    )
    await expectUnknown()
  })
})
