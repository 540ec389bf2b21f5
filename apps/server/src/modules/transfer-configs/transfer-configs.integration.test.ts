import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Alert, ErrorCode, TransferConfig, ValidationProblem } from '@holdfast/contract'
import { generateKey } from 'openpgp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { follow } from '../alerts/index.ts'
import { destinationOptionsOf, transferConfigs, transferConfigWatches, zipPasswordOf } from './index.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const dayMs = 24 * 60 * 60 * 1000
const passwords = { zip_password: 'Zip-Geheim-4711', sftp_password: 'Sftp-Geheim-0815' }

const log: string[] = []
let account: TestAccount<'boss' | 'olga' | 'adam' | 'rita'>

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London')
    .withRole('Downloads in London', [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'London' }] }])
    .withPerson('boss', 'Account Administrator', 'Exporter')
    .withPerson('adam', 'Account Administrator', 'Downloads in London')
    .withPerson('olga', 'Auditor')
    .withPerson('rita', 'Reviewer')
    .open({ environment: { HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'false' }, logTo: { write: (line) => log.push(line) } })
})
afterAll(() => account?.close())
beforeEach(() =>
  account.write(async (tx) => {
    await tx.db.deleteFrom('transfer_configs').where('client', '=', client).execute()
    await tx.db.deleteFrom('alerts').where('client', '=', client).execute()
  }),
)

const sftp = {
  target_type: 'SFTP',
  host: 'archive.example',
  port: 22,
  username: 'holdfast',
  root_directory: '/in',
  host_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
}
const s3 = {
  target_type: 'S3',
  destination: 's3://archive/holdfast',
  iam_role_arn: 'arn:aws:iam::123456789012:role/holdfast',
}
const fields = (own: object = {}) => ({
  transfer_type: 'Payload',
  payload_types: ['Call', 'SMS'],
  schedule: 'cron(0 2 * * ? *)',
  pgp_key: null,
  params: sftp,
  transfer_file_format: 'Uncompressed',
  is_active: true,
  ...own,
})

type Answer = TransferConfig & { code?: ErrorCode; errors?: ValidationProblem[] }
const send = async (method: string, reference: string, body?: object, who: keyof typeof account.tokens = 'boss') => {
  const token = account.tokens[who]
  const url = `${base}/transfer_configs/${encodeURIComponent(reference)}`
  const response = await account.server.call(method, url, { token, ...(body ? { body } : {}) })
  const text = await response.text()
  return { status: response.status, text, body: (text === '' ? {} : JSON.parse(text)) as Answer }
}
const created = async (own: object = {}, reference = 'Nightly') => {
  const { status, body, text } = await send('POST', reference, fields(own))
  expect([status, text]).toEqual([200, expect.anything()])
  return body
}
const alertsOf = async (condition: string) => {
  const address = `/api/admin/v1/${client}/alerts?filter[conditions][0]=${condition}&filter[alert_state]=Triggered`
  return (await account.server.getJson<{ items: Alert[] }>(address, account.tokens.boss)).items
}
const stored = async (reference = 'Nightly') => {
  const row = await account.read((tx) => transferConfigs.find(tx, reference))
  if (!row) throw new Error('no configuration')
  return row
}

describe('a transfer configuration', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const made = await created()
    expect(made).toMatchObject({
      transfer_config_reference: 'Nightly',
      time_zone: 'UTC',
      metadata_format: 'JSON',
      has_sftp_password: false,
      external_id: null,
      pgp: null,
      last_transfer: null,
      covered_until: made.report_from,
      version: 1,
      updated_by: 'boss',
      may: ['change', 'delete', 'run', 'test'],
    })
    expect(made.next_runs).toHaveLength(5)
    expect(made.next_runs[0]).toMatch(/T02:00:00\.000Z$/)
    expect((await send('GET', 'Nightly')).body).toEqual(made)
    const list = await account.server.getJson<{ items: Answer[] }>(
      `${base}/transfer_configs?filter[is_active]=true&filter[transfer_types][0]=Payload`,
      account.tokens.olga,
    )
    expect(list.items).toEqual([{ ...made, may: [] }])
    const off = fields({ is_active: false, time_zone: 'Europe/Berlin', version: 1 })
    expect(await send('PUT', 'Nightly', off)).toMatchObject({
      status: 200,
      body: { version: 2, next_runs: [], may: ['change', 'delete', 'test'] },
    })
    expect(await send('PUT', 'Nightly', { ...off, version: 1 })).toMatchObject({ body: { code: 'edit.conflict' } })
    expect(await send('POST', 'Nightly', fields())).toMatchObject({ body: { code: 'transfer_config.exists' } })
    expect((await send('DELETE', 'Nightly')).status).toBe(204)
    expect((await send('GET', 'Nightly')).status).toBe(404)
  })

  test('is changed only by people who may download all that it transfers, unless it is switched off', async () => {
    const refused = { status: 403, body: { code: 'transfer_config.needs_content_right' } }
    expect(await send('POST', 'Nightly', fields(), 'adam')).toMatchObject(refused)
    expect((await send('POST', 'Nightly', fields({ is_active: false }), 'adam')).status).toBe(200)
    expect(await send('PUT', 'Nightly', fields(), 'adam')).toMatchObject(refused)
    expect((await send('PUT', 'Nightly', fields())).status).toBe(200)
    expect(await send('PUT', 'Nightly', fields({ params: { ...sftp, host: 'other.example' } }), 'adam')).toMatchObject(
      refused,
    )
    expect((await send('PUT', 'Nightly', fields({ is_active: false }), 'adam')).status).toBe(200)
    for (const who of ['olga', 'rita'] as const) {
      expect((await send('PUT', 'Nightly', fields({ is_active: false }), who)).status).toBe(403)
      expect((await send('DELETE', 'Nightly', undefined, who)).status).toBe(403)
    }
    expect((await send('GET', 'Nightly', undefined, 'rita')).status).toBe(403)
  })

  test('is kept while a retention policy requires its transfers', async () => {
    await created()
    const rule = { payload_type: 'Call', retention_timestamp: 'payload_time', delete_after_days: 2000 }
    const rules = { ...rule, destroy_after_days: 2100, required_receipts: [], required_transfers: ['Nightly'] }
    const setPolicy = async (payloads: object[]) => {
      const body = { entities: [], payloads }
      const saved = await account.server.call('PUT', `${base}/account/retention`, { token: account.tokens.boss, body })
      expect(saved.status).toBe(200)
    }
    await setPolicy([rules])
    expect(await send('DELETE', 'Nightly')).toMatchObject({ status: 409, body: { code: 'transfer_config.required' } })
    await setPolicy([])
    expect((await send('DELETE', 'Nightly')).status).toBe(204)
  })

  test('keeps its next time when something else changes, and its beginning once a window exists', async () => {
    await created({ schedule: 'rate(30 minutes)' })
    const early = new Date(Date.now() + 60_000)
    await account.write((tx) =>
      tx.db
        .updateTable('transfer_configs')
        .set({ next_run_at: early, covered_arrival: 1 })
        .where('client', '=', client)
        .execute(),
    )
    const { body } = await send('PUT', 'Nightly', fields({ schedule: 'rate(30 minutes)', receipt_within_hours: 24 }))
    expect(body.next_runs[0]).toBe(early.toISOString())
    const begun = fields({ report_from: '2020-01-01T00:00:00.000Z' })
    expect(await send('PUT', 'Nightly', begun)).toMatchObject({ status: 409, body: { code: 'transfer_config.begun' } })
  })
})

describe('secrets', () => {
  const all = { ...passwords, transfer_file_format: 'ZippedWithPassword' }

  test('go in, and never come out: not in answers, the trail, alerts, jobs or the log', async () => {
    const answers = [
      await send('POST', 'Nightly', fields(all)),
      await send('PUT', 'Nightly', fields({ ...all, schedule: '' })),
      await send('GET', 'Nightly'),
      await send('PUT', 'Nightly', fields({ ...all, params: { ...sftp, host_key: 'nonsense' } })),
      await send('POST', 'Nightly', fields({ ...all, surprise: passwords.zip_password })),
      await send('DELETE', 'Nightly'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 204])
    expect(answers[1]?.body).toMatchObject({ has_zip_password: true, has_sftp_password: true, sftp_public_key: null })
    const owner = ownerPool(account.server.settings.databaseUrl)
    const { rows: tables } = await owner.query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('app', 'graphile_worker')`)
    const texts = await Promise.all(
      tables.map(async ({ name }) => JSON.stringify((await owner.query(`select to_jsonb(t) from ${name} t`)).rows)),
    )
    await owner.end()
    const everything = [...answers.map(({ text }) => text), ...texts, ...log].join('\n')
    expect(everything).toContain('transfer_config.updated')
    for (const secret of Object.values(passwords)) expect(everything).not.toContain(secret)
  })

  test('are stored wrapped, for their configuration only', async () => {
    await created(all)
    const { keys } = account.server.api.platform
    const row = await stored()
    expect(zipPasswordOf(keys, row)).toBe(passwords.zip_password)
    expect(await account.read((tx) => destinationOptionsOf(tx, keys, row))).toMatchObject({
      kind: 'SFTP',
      password: passwords.sftp_password,
      privateKey: null,
    })
    expect(() => zipPasswordOf(keys, { ...row, transfer_config_reference: 'Other' })).toThrow()
  })

  test('stay unless they are entered or removed; a password goes to no other server or user', async () => {
    await created(all)
    const put = (own: object) => send('PUT', 'Nightly', fields({ transfer_file_format: 'ZippedWithPassword', ...own }))
    expect(await put({ receipt_within_hours: 2 })).toMatchObject({ body: { has_sftp_password: true } })
    for (const change of [
      { host: 'evil.example' },
      { port: 2222 },
      { username: 'other' },
      { host_key: sftp.host_key.replace(/A{4}$/, 'AAAB') },
    ]) {
      const params = { ...sftp, ...change }
      expect(await put({ params })).toMatchObject({
        status: 400,
        body: { code: 'transfer_config.needs_sftp_password' },
      })
    }
    expect((await put({ params: { ...sftp, root_directory: '/other' } })).status).toBe(200)
    expect(await put({ params: { ...sftp, host: 'new.example' }, sftp_password: null })).toMatchObject({
      body: { has_sftp_password: false, sftp_public_key: expect.stringMatching(/^ssh-ed25519 /) },
    })
    expect(await put({ zip_password: null })).toMatchObject({ body: { code: 'transfer_config.needs_zip_password' } })
    expect(await put({ params: s3 })).toMatchObject({ body: { has_sftp_password: false, has_zip_password: true } })
  })

  test('of SFTP without a password are a key that OpenSSH reads, made once', async () => {
    const { sftp_public_key } = await created()
    const { body } = await send('PUT', 'Nightly', fields({ params: { ...sftp, host: 'other.example' } }))
    expect(body.sftp_public_key).toBe(sftp_public_key)
    const { keys } = account.server.api.platform
    const row = await stored()
    const options = await account.read((tx) => destinationOptionsOf(tx, keys, row))
    const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-key-'))
    const file = path.join(folder, 'key')
    writeFileSync(file, options.kind === 'SFTP' ? (options.privateKey ?? '') : '', { mode: 0o600 })
    const line = execFileSync('ssh-keygen', ['-y', '-f', file]).toString()
    rmSync(folder, { recursive: true })
    expect(sftp_public_key).toContain(line.split(' ').slice(0, 2).join(' ').trim())
  })

  test('have an external id for S3, the same for the whole account, which nobody chooses', async () => {
    const { external_id } = await created({ params: s3 })
    expect(external_id).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect((await created({ params: s3 }, 'Weekly')).external_id).toBe(external_id)
    expect((await send('PUT', 'Weekly', fields({ params: s3, external_id: 'mine' }))).status).toBe(400)
    const { keys } = account.server.api.platform
    const row = await stored()
    expect(await account.read((tx) => destinationOptionsOf(tx, keys, row))).toMatchObject({
      kind: 'S3',
      externalId: external_id,
      roleArn: s3.iam_role_arn,
    })
  })
})

const day = 24 * 60 * 60
const keyOf = async (own: object = {}) =>
  (await generateKey({ userIDs: [{ name: 'Archive' }], format: 'armored', ...own } as never)) as unknown as {
    publicKey: string
    privateKey: string
    revocationCertificate: string
  }

describe('is refused', () => {
  test.each([
    ['schedule', { schedule: 'cron(0 0 30 2 ? *)' }],
    ['schedule', { schedule: 'cron(0 0 1 1 MON *)' }],
    ['time_zone', { time_zone: 'Europe/Atlantis' }],
    ['report_from', { report_from: '2999-01-01T00:00:00.000Z' }],
    ['params/host', { params: { ...sftp, host: '127.0.0.1' } }],
    ['params/host', { params: { ...sftp, host: '::ffff:10.0.0.1' } }],
    ['params/host', { params: { ...sftp, host: '169.254.169.254' } }],
    ['params/host', { params: { ...sftp, host: '2130706433' } }],
    ['params/host', { params: { ...sftp, host: 'archive.example/..' } }],
    ['params/username', { params: { ...sftp, username: 'one\r\ntwo' } }],
    ['params/root_directory', { params: { ...sftp, root_directory: '/in/../../etc' } }],
    ['params/host_key', { params: { ...sftp, host_key: 'ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAA' } }],
    ['params/destination', { params: { ...s3, destination: 's3://Archive_1/in' } }],
    ['params/destination', { params: { ...s3, destination: 's3://archive/../in' } }],
    ['params/endpoint', { params: { ...s3, endpoint: 'http://store.example' } }],
    ['params/endpoint', { params: { ...s3, endpoint: 'https://10.1.2.3/' } }],
    ['pgp_key', { pgp_key: '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nnonsense\n-----END PGP PUBLIC KEY BLOCK-----' }],
  ])('with an error at %s: %j', async (field, own) => {
    const { status, body } = await send('POST', 'Refused', fields(own))
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, [`/body/${field}`]])
  })

  test.each([
    { payload_types: ['Call', 'Call'] },
    { payload_types: ['Diagnostics'] },
    { payload_types: [] },
    { params: { ...sftp, root_directory: '/in\r\nx' } },
    { params: { ...s3, destination: 's3://archive/\u0001' } },
    { transfer_file_format: 'ZippedWithPassword' },
    { transfer_file_format: 'ZippedWithPassword', zip_password: null },
    { schedule: 'rate(0 minutes)' },
  ])('with %j', async (own) => {
    expect((await send('POST', 'Refused', fields(own))).status).toBe(400)
  })

  test('with a PGP key that is no single public key, or to which nothing can be encrypted', async () => {
    const { publicKey, privateKey } = await keyOf()
    const signsOnly = await keyOf({ subkeys: [] })
    const expired = await keyOf({ date: new Date(Date.now() - 10 * dayMs), keyExpirationTime: 2 * day })
    const { privateKey: secret } = await keyOf({ type: 'rsa', rsaBits: 2048 })
    expect(publicKey).toContain('BEGIN PGP PUBLIC KEY BLOCK')
    for (const pgp_key of [
      `${publicKey}\n${signsOnly.publicKey}`,
      privateKey,
      secret,
      signsOnly.publicKey,
      expired.publicKey,
    ]) {
      const { status, body } = await send('POST', 'Refused', fields({ pgp_key }))
      expect([status, body.errors?.[0]?.path]).toEqual([400, '/body/pgp_key'])
    }
    expect((await created({ pgp_key: publicKey })).pgp).toMatchObject({
      fingerprint: expect.stringMatching(/^[0-9a-f]{40,64}$/),
      expires_at: null,
      problem: null,
    })
  })

  test('beyond fifty', async () => {
    for (let number = 0; number < 50; number++) await created({ is_active: false }, `Config-${number}`)
    const refused = { status: 409, body: { code: 'transfer_config.too_many' } }
    expect(await send('POST', 'One_more', fields())).toMatchObject(refused)
  })
})

test('a schedule is shown before it is saved', async () => {
  const preview = (query: string) =>
    account.server.call('GET', `${base}/transfer_schedule?${query}`, { token: account.tokens.olga })
  const answer = await preview(`schedule=${encodeURIComponent('cron(30 2 * * ? *)')}&time_zone=America/Sao_Paulo`)
  expect(await answer.json()).toEqual({
    next_runs: Array.from({ length: 5 }, () => expect.stringMatching(/T05:30:00\.000Z$/)),
  })
  expect(await (await preview('schedule=')).json()).toEqual({ next_runs: [] })
  expect((await preview(`schedule=${encodeURIComponent('cron(0 0 30 2 ? *)')}`)).status).toBe(400)
  expect((await preview('schedule=rate(1%20day)&time_zone=Nowhere')).status).toBe(400)
})

describe('alerts', () => {
  test('say that recordings go to a first or another place', async () => {
    await created({ is_active: false })
    expect(await alertsOf('transfer_destination_changed')).toEqual([])
    await send('PUT', 'Nightly', fields())
    expect(await alertsOf('transfer_destination_changed')).toMatchObject([{ occurrence_count: 1 }])
    await send('PUT', 'Nightly', fields({ schedule: '' }))
    expect(await alertsOf('transfer_destination_changed')).toMatchObject([{ occurrence_count: 1 }])
    await send('PUT', 'Nightly', fields({ params: { ...sftp, root_directory: '/elsewhere' } }))
    await send('PUT', 'Nightly', fields({ pgp_key: (await keyOf()).publicKey }))
    expect(await alertsOf('transfer_destination_changed')).toMatchObject([{ occurrence_count: 3 }])
  })

  test('say that a PGP key expires: 60, 30 and 7 days before, and once it has', async () => {
    const { platform } = account.server.api
    const begun = new Date(Date.now() - dayMs)
    await created({ pgp_key: (await keyOf({ date: begun, keyExpirationTime: 62 * day })).publicKey })
    const watchAt = async (days: number) => {
      await account.write(async (tx) => {
        for (const watch of transferConfigWatches) {
          await follow({ ...tx, now: new Date(begun.getTime() + days * dayMs) }, platform, watch)
        }
      })
      return (await alertsOf('transfer_key_expiring')).map(({ alert_reference }) => alert_reference)
    }
    const references: string[] = []
    for (const days of [1, 3, 33, 56, 63]) references.push(...(await watchAt(days)))
    expect(new Set(references).size).toBe(4)
    await send('PUT', 'Nightly', fields({ pgp_key: (await keyOf()).publicKey }))
    expect(await watchAt(64)).toEqual([])
  })
})
