import { type AccessExplanation, payloadStates } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'

let account: AccountWithRecordings
let olga: string
let boss: string
const recordings = { london: '', lisbon: '', personal: '' }
const withheldStates = payloadStates.filter((state) => state !== 'Processed' && state !== 'Transferred')
const inLondon = [{ names_matching: 'London' }]

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  recordings.london = await account.addCall(1, 'London')
  recordings.lisbon = await account.addCall(2, 'Lisbon')
  recordings.personal = await account.addCall(3, 'London', { is_personal_number: true })
  await account.addRole('Londoners', [
    { actions_matching: 'payloads:*', conditions: inLondon },
    { actions_matching: 'payloads:download', is_denied: true },
  ])
  await account.addRole('Players', [{ actions_matching: 'payloads:play' }])
  await account.addRole('Office', [{ actions_matching: 'payloads:(read|play)', is_regex: true }], ['10/8'])
  await account.addRole('Office ban', [{ actions_matching: 'payloads:play', is_denied: true }], ['10/8'])
  olga = await account.signIn('olga', 'Compliance Officer')
  boss = await account.signIn('boss', 'Compliance Officer', 'Account Administrator')
  await account.signIn('lena', 'Londoners')
  await account.signIn('paul', 'Players')
  await account.signIn('otto', 'Office')
  await account.signIn('bela', 'Office', 'Office ban')
  await account.signIn('gone', 'Londoners', 'A role that is not there')
  await account.server.setActive(client, 'gone', false)
})
afterAll(() => account.close())

const pathOf = (query: Record<string, string>) =>
  `/api/admin/v1/${client}/access/explanation?${new URLSearchParams(query)}`
const explained = (query: Record<string, string>, token = olga) =>
  account.server.getJson<AccessExplanation>(pathOf(query), token)
const refused = async (query: Record<string, string>, token = olga) => {
  const { status, code, errors } = await account.refusal(pathOf(query), token)
  return { status, code, paths: errors?.map(({ path }) => path) }
}
const play = { action: 'payloads:play' }

const setDefaults = (defaults: { role?: string | null; cidr_ranges?: string[] | null }) =>
  account.server.api.platform.database.transaction(client, (tx) =>
    tx.db.updateTable('account_defaults').set(defaults).where('client', '=', client).execute(),
  )
const addApp = async (
  app_reference: string,
  app: { roles: string[]; group?: string; cidr_ranges?: string[] },
): Promise<void> => {
  const body = {
    oidc_config: { issuer: 'https://issuer.example', audience: app_reference, jwks_uri: 'https://issuer.example/keys' },
    group: null,
    cidr_ranges: null,
    ...app,
  }
  const path = `/api/admin/v1/${client}/account/apps/${encodeURIComponent(app_reference)}`
  const response = await account.server.call('POST', path, { token: boss, body })
  if (!response.ok) throw new Error(await response.text())
}

describe('GET /access/explanation', () => {
  it('names the role and permission that allow an action', async () => {
    const query = { user_reference: 'lena', ...play, payload_reference: recordings.london }
    expect(await explained(query)).toEqual({
      user_reference: 'lena',
      is_client_app: false,
      has_signed_in: true,
      action: 'payloads:play',
      group_reference: 'London',
      payload_type: 'Call',
      address: '127.0.0.1',
      roles: ['Londoners'],
      is_allowed: true,
      is_active: true,
      is_address_admitted: true,
      payload_state: 'Processed',
      content_withheld: null,
      depends_on_address: false,
      missing_action: null,
      deciding: {
        role_reference: 'Londoners',
        permission_index: 0,
        kind: 'allow',
        outcome: 'applies',
        permission: { actions_matching: 'payloads:*', conditions: inLondon },
      },
      considered: [
        expect.objectContaining({ permission_index: 0, kind: 'allow', outcome: 'applies' }),
        expect.objectContaining({ permission_index: 1, kind: 'deny', outcome: 'other_action' }),
      ],
    })
  })

  it('names the permission that denies an action', async () => {
    const query = {
      user_reference: 'lena',
      action: 'payloads:download',
      group_reference: 'London',
      payload_type: 'Call',
    }
    expect(await explained(query)).toMatchObject({
      is_allowed: false,
      deciding: { role_reference: 'Londoners', permission_index: 1, kind: 'deny' },
    })
  })

  it('gives a reason for each permission that does not apply', async () => {
    const query = { user_reference: 'lena', ...play, payload_reference: recordings.lisbon }
    const { is_allowed, deciding, considered } = await explained(query)
    expect([is_allowed, deciding]).toEqual([false, null])
    expect(considered.map(({ outcome }) => outcome)).toEqual(['conditions_not_met', 'other_action'])
    const nowhere = await explained({ user_reference: 'lena', ...play })
    expect(nowhere.considered[0]?.outcome).toBe('no_group_in_question')
  })

  it('names the missing payloads:read of somebody who cannot play a recording because they cannot see it', async () => {
    const query = { user_reference: 'paul', ...play, payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({
      is_allowed: false,
      missing_action: 'payloads:read',
      deciding: null,
      considered: [{ outcome: 'other_action' }],
    })
  })

  it('withholds the content of a recording with a personal number from everybody', async () => {
    const query = { user_reference: 'lena', payload_reference: recordings.personal }
    expect(await explained({ ...query, ...play })).toMatchObject({ is_allowed: false, content_withheld: 'Personal' })
    const read = { is_allowed: true, content_withheld: null }
    expect(await explained({ ...query, action: 'payloads:read' })).toMatchObject(read)
  })

  it.each(withheldStates)('withholds the content of a recording that is %s from everybody', async (payload_state) => {
    const payload_reference = await account.addCall(10 + withheldStates.indexOf(payload_state), 'London', {
      payload_state,
    })
    for (const action of ['payloads:play', 'payloads:download']) {
      expect(await explained({ user_reference: 'olga', action, payload_reference })).toMatchObject({
        is_allowed: false,
        payload_state,
        content_withheld: 'NoS3Url',
        depends_on_address: false,
        deciding: { role_reference: 'Compliance Officer', kind: 'allow' },
      })
    }
    const read = await explained({ user_reference: 'olga', action: 'payloads:read', payload_reference })
    expect(read).toMatchObject({ is_allowed: true, content_withheld: null })
  })

  it('withholds the content of a recording that has none stored', async () => {
    const payload_reference = await account.addCall(9, 'London', { s3_path: null })
    const query = { user_reference: 'olga', ...play, payload_reference }
    expect(await explained(query)).toMatchObject({ is_allowed: false, content_withheld: 'NoS3Url' })
  })

  it('says that a removed person can do nothing, and which of their roles exist', async () => {
    const query = { user_reference: 'gone', ...play, payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({ is_allowed: false, is_active: false, roles: ['Londoners'] })
  })

  it('chooses an address from which the action is allowed, unless the question names one', async () => {
    const query = { user_reference: 'otto', ...play, payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({ is_allowed: true, address: '10.0.0.0', depends_on_address: true })
    expect(await explained({ ...query, address: '8.8.8.8' })).toMatchObject({
      is_allowed: false,
      address: '8.8.8.8',
      depends_on_address: true,
      is_address_admitted: true,
      considered: [{ outcome: 'role_not_live' }],
    })
    expect(await explained({ ...query, address: '10.9.9.9' })).toMatchObject({ is_allowed: true, address: '10.9.9.9' })
  })

  it('does not call an action allowed when it is denied at every address at which it is allowed', async () => {
    const query = { user_reference: 'bela', ...play, payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({ is_allowed: false, depends_on_address: false })
  })

  it('applies the network ranges of the account', async () => {
    const query = { user_reference: 'lena', ...play, payload_reference: recordings.london }
    await setDefaults({ cidr_ranges: ['192.0.2.0/24'] })
    try {
      expect(await explained(query)).toMatchObject({ is_allowed: true, address: '192.0.2.0', depends_on_address: true })
      expect(await explained({ ...query, address: '10.0.0.1' })).toMatchObject({
        is_allowed: false,
        is_address_admitted: false,
      })
    } finally {
      await setDefaults({ cidr_ranges: null })
    }
  })

  it('says what the account defaults would give to somebody who never signed in', async () => {
    const query = { user_reference: 'newcomer', ...play, payload_reference: recordings.london }
    const unknown = { user_reference: 'newcomer', has_signed_in: false, is_client_app: false }
    expect(await explained(query)).toMatchObject({ ...unknown, roles: [], is_allowed: false, deciding: null })
    await setDefaults({ role: 'Londoners' })
    try {
      expect(await explained(query)).toMatchObject({
        ...unknown,
        roles: ['Londoners'],
        is_allowed: true,
        deciding: { role_reference: 'Londoners', kind: 'allow' },
      })
      const elsewhere = { ...query, payload_reference: recordings.lisbon }
      expect(await explained(elsewhere)).toMatchObject({ ...unknown, is_allowed: false, deciding: null })
    } finally {
      await setDefaults({ role: null })
    }
  })

  it('answers for client apps, within their own network ranges', async () => {
    await addApp('archive', { roles: ['Londoners'], cidr_ranges: ['192.0.2.0/24'] })
    const query = { user_reference: 'app/archive', ...play, payload_reference: recordings.london }
    expect(await explained(query)).toMatchObject({
      user_reference: 'app/archive',
      is_client_app: true,
      has_signed_in: true,
      roles: ['Londoners'],
      is_allowed: true,
      address: '192.0.2.0',
      depends_on_address: true,
    })
    expect(await explained({ ...query, address: '10.0.0.1' })).toMatchObject({
      is_allowed: false,
      is_address_admitted: false,
    })
    expect(await explained({ ...query, payload_reference: recordings.lisbon })).toMatchObject({ is_allowed: false })
  })

  it('answers for an app only to people who may see that app', async () => {
    await addApp('archive of Lisbon', { roles: [], group: 'Lisbon' })
    const sighted = (groups: object) => [
      { actions_matching: 'roles:read' },
      { actions_matching: 'apps:read', ...groups },
    ]
    await account.addRole('Sees apps of London', sighted({ conditions: inLondon }))
    await account.addRole('Sees all apps', sighted({}))
    const [lisa, alma] = [
      await account.signIn('lisa', 'Sees apps of London'),
      await account.signIn('alma', 'Sees all apps'),
    ]
    const query = { user_reference: 'app/archive of Lisbon', ...play }
    expect((await refused(query, lisa)).status).toBe(404)
    expect(await explained(query, alma)).toMatchObject({ is_allowed: false, roles: [] })
  })

  it('answers 404 for what does not exist and for what the caller may not see', async () => {
    await account.addRole('Half sighted', [
      { actions_matching: 'roles:read' },
      { actions_matching: 'groups:read', conditions: inLondon },
      { actions_matching: 'payloads:read', conditions: inLondon },
    ])
    const hugo = await account.signIn('hugo', 'Half sighted')
    const lena = { user_reference: 'lena', ...play }
    const notFound = { status: 404, code: 'request.not_found', paths: undefined }
    expect(await refused({ ...play, user_reference: 'admin/nobody' })).toEqual(notFound)
    expect(await refused({ ...play, user_reference: 'app/nothing' })).toEqual(notFound)
    for (const group_reference of ['Lisbon', 'Luton'])
      expect(await refused({ ...lena, group_reference }, hugo)).toEqual(notFound)
    for (const payload_reference of [recordings.lisbon, '01ARZ3NDEKTSV4RRFFQ69G5FAV']) {
      expect(await refused({ ...lena, payload_reference }, hugo)).toEqual(notFound)
    }
    expect((await explained({ ...lena, payload_reference: recordings.london }, hugo)).is_allowed).toBe(true)
  })

  it('refuses contradictory and invalid questions', async () => {
    const lena = { user_reference: 'lena', ...play }
    const invalid = (path: string) => ({ status: 400, code: 'request.invalid', paths: [path] })
    const recording = { ...lena, payload_reference: recordings.london }
    expect(await refused({ ...recording, group_reference: 'London' })).toEqual(invalid('/query/group_reference'))
    expect(await refused({ ...recording, payload_type: 'Call' })).toEqual(invalid('/query/payload_type'))
    expect(await refused({ ...lena, address: '300.1.1.1' })).toEqual(invalid('/query/address'))
    expect(await refused({ ...lena, action: 'payloads:steal' })).toEqual(invalid('/query/action'))
  })

  it('requires the permission to see roles', async () => {
    const lena = await account.server.signInAgain(client, 'lena')
    expect((await refused({ user_reference: 'lena', ...play }, lena)).status).toBe(403)
  })
})
