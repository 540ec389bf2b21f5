import type { Role, UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { draft } from '../../../test/account-with-roles.ts'

const base = `/api/admin/v1/${client}`
const tokens = { boss: '', exporter: '', reader: '' }
let account: AccountWithRecordings
let exports: Exports
let recording: string
let visit: string

const reason = '=HYPERLINK("https://example.com")'

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  exports = new Exports(account.server, client)
  recording = await account.addCall(1, 'London', { numbers: ['+447700900123'] })
  await account.addRole('Exports the trail', [{ actions_matching: 'audit:*' }])
  tokens.boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  tokens.exporter = await account.signIn('exporter', 'Exports the trail')
  tokens.reader = await account.signIn('reader', 'Auditor')
  const permissions = (...actions: string[]) => ({ permissions: actions.map((one) => ({ actions_matching: one })) })
  const put = (path: string, body: object, token = tokens.boss) =>
    account.server.call('PUT', `${base}${path}`, { token, body })
  await put('/roles/Desk', { version: 0, ...draft(permissions('devices:read')) })
  const { version } = await account.server.getJson<Role>(`${base}/roles/Desk`, tokens.boss)
  await put('/roles/Desk', { version, ...draft(permissions('groups:read')) })
  await put('/roles/Desk', { version, ...draft(permissions('groups:read')) }, tokens.reader)
  await put('/account/settings', {
    is_word_search_on: false,
    is_asking_before_pictures: false,
    playback_reason_kind: 'text',
  })
  const path = `/api/client/v1/${client}/payloads/${recording}/data?action=play&reason=${encodeURIComponent(reason)}`
  await account.server.getJson(path, tokens.boss)
  const desk = await SupportDesk.open(account.server, client, tokens.boss)
  visit = await desk.approved('Account Administrator')
  await desk.visit('GET', `${base}/groups`, visit)
})
afterAll(() => account?.close())

/** The rows of a CSV file, each with its cells by column. */
const rowsOf = (file: string): Record<string, string>[] => {
  const cells = [...file.replace('\uFEFF', '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  const [head = [], ...others] = rows.filter((row) => row.length > 0)
  return others.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])))
}

const trail = async (filter: object, options: { locale?: string; token?: string; list?: string } = {}) => {
  const { token = tokens.boss, list = 'listActivities', ...language } = options
  return rowsOf(await exports.file(token, { list, format: 'csv', query: { filter }, ...language }))
}

describe('a CSV file of the trail', () => {
  it('begins with what the screen says, and then has the fields of the list', async () => {
    const [row, ...others] = await trail({ did: ['role.updated'] })
    expect(others).toEqual([])
    expect(Object.keys(row ?? {}).slice(0, 16)).toEqual([
      'When (UTC)',
      'Who',
      'Name',
      'Roles',
      'What',
      'About',
      'Outcome',
      'Changed',
      'From',
      'To',
      'Reason',
      'Played',
      'Group',
      'Address',
      'Support visit',
      'Details',
    ])
    expect(row).toMatchObject({
      'When (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      Who: 'boss',
      Name: 'boss',
      Roles: 'Account Administrator, Compliance Officer',
      What: 'Changed a role',
      About: 'Role Desk',
      Outcome: 'Done',
      Changed: 'Permissions',
      From: 'Allow: See devices · in all groups',
      To: 'Allow: See groups · in all groups',
      action: 'PUT /roles/{role_reference}',
      event: 'role.updated',
      status_code: '200',
    })
    expect(JSON.parse(row?.parameters ?? '')).toMatchObject({ role_reference: 'Desk' })
  })

  it('is in the language of whoever exports it', async () => {
    const [row] = await trail({ did: ['role.updated'] }, { locale: 'pt-BR' })
    expect(row).toMatchObject({ Quem: 'boss', 'O quê': 'Alterou uma função', Sobre: 'Função Desk', Resultado: 'Feita' })
    const [claims] = await trail({ did: ['list.exported'] })
    expect(JSON.parse(claims?.parameters ?? '')).toMatchObject({ list: 'listActivities', format: 'csv' })
  })

  it('says of what was refused that it was tried, and why not', async () => {
    const [row] = await trail({ outcomes: ['refused'], person: 'reader' })
    expect(row).toMatchObject({
      What: 'Tried to change a role',
      Outcome: 'Refused',
      Reason: 'You do not have permission to do this',
      denial_reason: 'auth.forbidden',
    })
  })

  it('has no formulas, also where people wrote them, and the parties of recordings for those who may know them', async () => {
    const did = ['payload.data_requested']
    const [known] = await trail({ did })
    expect(known).toMatchObject({ Reason: `'${reason}`, About: expect.stringContaining('+447700900123') })
    const [unknown] = await trail({ did }, { token: tokens.exporter })
    expect(unknown).toMatchObject({ Name: 'boss', About: expect.stringContaining(recording) })
    expect(JSON.stringify(unknown)).not.toContain('900123')
  })

  it('has the visit of support, and a list of the visit in the same words', async () => {
    const viewed = { Who: expect.stringMatching(/^admin\//), What: 'Viewed groups', 'Support visit': visit }
    expect((await trail({ support_reference: visit }))[0]).toMatchObject(viewed)
    const body = { list: 'listVisit', format: 'csv', params: { request_reference: visit } }
    expect(rowsOf(await exports.file(tokens.boss, body))[0]).toMatchObject(viewed)
    const devices = await exports.file(tokens.boss, { list: 'listDeviceActivities', format: 'csv' })
    expect(devices).toContain('When (UTC),Who,Name')
  })

  it('is refused in a language that the portal does not have, and to the system role Auditor', async () => {
    const asked = { list: 'listActivities', format: 'csv' }
    expect((await exports.ask(tokens.boss, { ...asked, locale: 'de-DE' })).status).toBe(400)
    expect((await exports.ask(tokens.reader, asked)).status).toBe(403)
  })
})

it('JSON lines of the trail have the entries as the list has them', async () => {
  const filter = { did: ['role.updated'] }
  const path = `${base}/activities?filter[did][0]=role.updated`
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(path, tokens.boss)
  expect(await exports.rows(tokens.boss, { list: 'listActivities', query: { filter }, locale: 'pt-BR' })).toEqual(items)
})
