import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type CompletenessStatement,
  limits,
  maxStatementLines,
  type StatementContent,
  type StatementFormat,
  statementFormats,
  type UserActivity,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abortedCall, registered } from '../../../test/aborted-calls.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { readPdf } from '../../../test/pdf-text.ts'

/** boss may do everything; lara states London alone; rita reads Lisbon alone; dana may state everything but London. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
let dana: string
const odd = '=HYPERLINK("x") <b>odd'
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  await account.addRole('London desk', [
    { actions_matching: 'completeness:*', conditions: [{ names_matching: 'London' }] },
  ])
  await account.addRole('Lisbon reader', [
    { actions_matching: 'completeness:read', conditions: [{ names_matching: 'Lisbon' }] },
  ])
  await account.addRole('Not London', [
    { actions_matching: 'completeness:*' },
    { actions_matching: 'completeness:state', is_denied: true, conditions: [{ names_matching: 'London' }] },
  ])
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Lisbon reader')
  dana = await account.signIn('dana', 'Not London')
  const { access_token } = await account.verified('LON-1')
  await registered(account, access_token, [call(0, 5), call(3, 6), call(5, 7)])
  const [gap] = (await answered<{ items: { gap_reference: string }[] }>(get('/gaps'))).items.slice(-1)
  await account.server.call('PUT', `${address}/gaps/${gap?.gap_reference}/explanation`, {
    token: boss,
    body: { version: 1, reason: 'other', text: '=1+1; São João, Łódź, Привет, 中文\u202e <b>' },
  })
})
afterAll(() => account?.close())

const month = '2026-01'
const call = (sequence: number, day: number) => abortedCall(sequence, new Date(Date.UTC(2026, 0, day)).toISOString())
const address = '/api/admin/v1/northwind/completeness'
const get = (query: string, token = boss) => account.server.call('GET', `${address}${query}`, { token })
const post = (body: object, token = boss) => account.server.call('POST', `${address}/statements`, { token, body })
const answered = async <T>(response: Promise<Response>): Promise<T> => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
const made = (body: object = {}, token?: string) =>
  answered<CompletenessStatement>(post({ month, group: 'London', ...body }, token))
const file = async (reference: string, format: StatementFormat): Promise<Buffer> => {
  const response = await get(`/statements/${reference}/file?format=${format}`)
  if (!response.ok) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const listed = async (query = '', token?: string) =>
  (await answered<{ items: CompletenessStatement[] }>(get(`/statements?${query}`, token))).items

/** The commands of docs/completeness-statement.md: those that verify, and those that print the name of the key. */
const [verifying = '', naming = ''] = Array.from(
  readFileSync(new URL('../../../../../docs/completeness-statement.md', import.meta.url), 'utf8').matchAll(
    /```sh\n(.*?)```/gs,
  ),
  ([, commands = '']) => commands,
)
/** Runs commands in a folder with the files of a statement. */
const run = (files: Readonly<Record<string, Buffer>>, command: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'statement-'))
  try {
    for (const [ending, bytes] of Object.entries(files)) writeFileSync(path.join(folder, `statement.${ending}`), bytes)
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
    return `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const verify = (files: Readonly<Record<string, Buffer>>): string[] =>
  verifying
    .trim()
    .split('\n')
    .map((command) => run(files, command))
const filesOf = async (reference: string) => ({
  pdf: await file(reference, 'pdf'),
  csv: await file(reference, 'csv'),
  json: await file(reference, 'manifest'),
  'json.sig': await file(reference, 'signature'),
  pem: await file(reference, 'key'),
})

describe('a statement', () => {
  it('says what is known of the month, as its preview did', async () => {
    const preview = await answered<StatementContent>(get(`/statement?month=${month}&group=London`))
    expect(preview).toMatchObject({
      recordings: [{ payload_type: 'AbortedCall', payload_state: 'NotRecorded', total: 3 }],
      open: { gaps: 1, recordings: 1 },
      explained: { gaps: 1, recordings: 2 },
      gaps: {
        total: 2,
        items: [
          { state: 'explained', explained_by: 'boss', missing: 2 },
          { state: 'open', missing: 1 },
        ],
      },
      resets: { total: 0 },
      people_with_fewer_devices: { total: 0 },
      carrier_records: [],
    })
    const { statement_reference } = await made()
    const detail = await answered<{ content: StatementContent }>(get(`/statements/${statement_reference}`))
    expect(detail.content).toEqual(preview)
  })

  it('leaves out people who were onboarded after the month, but not those without a date', async () => {
    const peopleIn = async (stated: string) =>
      (await answered<StatementContent>(get(`/statement?month=${stated}&group=Lisbon`))).people_with_fewer_devices.total
    const wereOnboarded = (onboard_date: string | null) =>
      account.write((tx) =>
        tx.db
          .updateTable('device_users')
          .set({ onboard_date })
          .where('client', '=', tx.client)
          .where('device_user_reference', '=', 'newcomer')
          .execute(),
      )
    await account.onboard('newcomer', { group: 'Lisbon', expected_device_count: 1 })
    await wereOnboarded('2026-03-31T23:59:59.999Z')
    const [before, after] = [await peopleIn('2026-02'), await peopleIn('2026-03')]
    expect(after).toBe(before + 1)
    await wereOnboarded(null)
    expect(await peopleIn('2026-02')).toBe(after)
  })

  it('contains the names of people that its author may see', async () => {
    const { access_token } = await account.verified('LON-2')
    await registered(account, access_token, [abortedCall(2, '2026-03-03T10:00:00.000Z')])
    const said = async (token: string) => {
      const { statement_reference } = await made({ month: '2026-03' }, token)
      const { content } = await answered<{ content: StatementContent }>(get(`/statements/${statement_reference}`))
      const csv = (await file(statement_reference, 'csv')).toString()
      return { content, gap: csv.split('\r\n').find((row) => row.startsWith('gap,')) ?? '' }
    }
    const { content, gap } = await said(boss)
    const person = content.gaps.items[0]?.device_user_reference
    expect(content.device_user_names).toEqual([
      { device_user_reference: person, name: expect.stringMatching(/\w+ \w+/) },
    ])
    expect(content.colleague_names).toEqual([{ user_reference: 'boss', name: expect.any(String) }])
    expect(gap).toContain(`,${person},`)
    expect(gap).toContain(`,${content.device_user_names?.[0]?.name},`)
    // lara may not see the people of London.
    const other = await said(lara)
    expect(other.content.device_user_names).toEqual([])
    expect(other.gap).toContain(`,${person},`)
  })

  it('is verified by the documented commands, and a changed byte is noticed', async () => {
    const { statement_reference, pdf_sha256, csv_sha256, key_id } = await made({ locale: 'pt-BR' })
    const files = await filesOf(statement_reference)
    const [signature, checksums] = verify(files)
    expect(signature).toContain('Signature Verified Successfully')
    expect(checksums).toContain(pdf_sha256)
    expect(checksums).toContain(csv_sha256)
    const manifest = JSON.parse(files.json.toString())
    expect(manifest).toMatchObject({ client: 'northwind', group: 'London', month, key_id, created_by: 'boss' })
    expect(manifest.files.map((named: { sha256: string }) => named.sha256)).toEqual([pdf_sha256, csv_sha256])

    const changed = (bytes: Buffer) => Buffer.from(bytes.map((byte, place) => (place === 40 ? byte ^ 1 : byte)))
    expect(verify({ ...files, json: changed(files.json) })[0]).toContain('Verification Failure')
    expect(verify({ ...files, 'json.sig': changed(files['json.sig']) })[0]).toContain('Verification Failure')
    expect(verify({ ...files, pdf: changed(files.pdf) })[1]).not.toContain(pdf_sha256)

    const response = await account.server.call('GET', `${address}/statement_keys`)
    expect(await response.json()).toMatchObject({ keys: [{ key_id, public_key: files.pem.toString() }] })
    expect(run(files, naming)).toBe(key_id)
  })

  it('can be told from a forged one by its key, and its files from those of another statement', async () => {
    const [one, other] = [await made(), await made()]
    const [files, others] = [await filesOf(one.statement_reference), await filesOf(other.statement_reference)]
    const exchanged = verify({ ...files, pdf: others.pdf, csv: others.csv })[1]
    expect(exchanged).not.toContain(one.pdf_sha256)
    expect(exchanged).not.toContain(one.csv_sha256)

    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const json = Buffer.from(files.json.toString().replace('London', 'Lisbon'))
    const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))
    const forged = { ...files, json, pem, 'json.sig': sign(null, json, privateKey) }
    expect(verify(forged)[0]).toContain('Signature Verified Successfully')
    expect(run(forged, naming)).not.toBe(one.key_id)
    expect(verify({ ...forged, pem: files.pem })[0]).toContain('Verification Failure')
  })

  it('has the same content on the screen, in the PDF in both languages, and in the CSV', async () => {
    for (const [locale, gaps, between] of [
      ['en-GB', '1 explained gap, 2 recordings missing.', '5 Jan 2026, 00:00 UTC – 6 Jan 2026, 00:00 UTC'],
      [
        'pt-BR',
        '1 lacuna explicada, faltam 2 gravações.',
        '5 de jan. de 2026, 00:00 UTC – 6 de jan. de 2026, 00:00 UTC',
      ],
    ] as const) {
      const { statement_reference } = await made({ locale })
      const { pages, title, language } = await readPdf(await file(statement_reference, 'pdf'))
      const { content } = await answered<{ content: StatementContent }>(get(`/statements/${statement_reference}`))
      const csv = (await file(statement_reference, 'csv')).toString()
      const text = pages.join(' ')
      expect(title).toContain('London')
      expect(language).toBe(locale)
      for (const said of ['London', '2026', statement_reference, gaps, `LON-1 Ana Reis (ana.reis) 2 ${between}`]) {
        expect(text).toContain(said)
      }
      const [recorded] = content.recordings
      expect(text).toContain(` ${recorded?.total} `)
      expect(csv).toContain(`\r\nrecordings,AbortedCall,NotRecorded,,,${recorded?.total},`)
      expect(content.explained).toEqual({ gaps: 1, recordings: 2 })
      expect(csv).toContain('\r\nmissing,recordings,explained,,,2,')
      expect(text).toContain('(boss, ')
      expect(text).toContain('=1+1; São João, Łódź, Привет, [?][?][?] <b>')
    }
  })

  it('keeps its bytes when more is known, and a later one supersedes it', async () => {
    const first = await made()
    const before = await filesOf(first.statement_reference)
    const { access_token } = await account.verified('LON-1')
    await registered(account, access_token, [call(4, 6)])
    const second = await made()
    expect(await filesOf(first.statement_reference)).toEqual(before)
    expect(sha256(before.pdf)).toBe(first.pdf_sha256)
    const [newest, older] = await listed(`filter[groups][0]=London&filter[months][0]=${month}`)
    expect(newest).toEqual(second)
    expect(older).toEqual({ ...first, superseded_by: second.statement_reference })
    expect(await listed('filter[months][0]=2026-02')).toEqual([])
    const detail = await answered<{ content: StatementContent }>(get(`/statements/${second.statement_reference}`))
    expect(detail.content.open).toEqual({ gaps: 0, recordings: 0 })
  })

  it('can neither be changed nor removed by the server', async () => {
    await expect(account.write((tx) => tx.db.deleteFrom('completeness_statements').execute())).rejects.toThrow(
      /permission denied/,
    )
    await expect(
      account.write((tx) => tx.db.updateTable('completeness_statements').set({ month: '2026-02' }).execute()),
    ).rejects.toThrow(/permission denied/)
  })

  it('has formulas as text in its CSV, and letters of many scripts as they are', async () => {
    const { statement_reference } = await made()
    const csv = (await file(statement_reference, 'csv')).toString()
    expect(csv).toContain('"\'=1+1; São João, Łódź, Привет, 中文\u202e <b>"')
    expect(csv).not.toMatch(/(^|,)"?=/m)
    const pdf = await file(statement_reference, 'pdf')
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(pdf.toString('latin1')).toContain('/Lang (en-GB)')
  })
})

describe('who may', () => {
  it('make one: whoever may state the group; others are told no more than of an unknown group', async () => {
    expect((await made({}, lara)).created_by).toBe('lara')
    expect(await outcomeOf(await post({ month, group: 'Lisbon' }, lara))).toEqual([404, 'request.not_found'])
    expect(await outcomeOf(await post({ month, group: 'Nowhere' }, lara))).toEqual([404, 'request.not_found'])
    expect(await outcomeOf(await post({ month, group: 'Lisbon' }, rita))).toEqual([403, 'auth.forbidden'])
    expect(await outcomeOf(await post({ month, group: 'London' }, dana))).toEqual([403, 'auth.forbidden'])
    expect((await made({ group: 'Lisbon' }, dana)).group).toBe('Lisbon')
  })

  it('read one: whoever sees what is missing in its group', async () => {
    const { statement_reference } = await made()
    for (const path of [`/statements/${statement_reference}`, `/statements/${statement_reference}/file?format=pdf`]) {
      expect(await outcomeOf(await get(path, rita))).toEqual([404, 'request.not_found'])
      expect((await get(path, dana)).status).toBe(200)
    }
    expect(new Set((await listed('', rita)).map(({ group }) => group))).toEqual(new Set(['Lisbon']))
  })

  it('is not readable after losing the group, even for its author', async () => {
    const { statement_reference } = await made({}, await account.signIn('mona', 'London desk'))
    // Roles are those of the latest sign-in.
    const mona = await account.signIn('mona', 'Lisbon reader')
    for (const what of ['', '/file?format=pdf', '/file?format=signature']) {
      expect(await outcomeOf(await get(`/statements/${statement_reference}${what}`, mona))).toEqual([
        404,
        'request.not_found',
      ])
    }
    expect((await listed('', mona)).filter(({ group }) => group === 'London')).toEqual([])
  })

  it('files are downloaded, not displayed, and not cached', async () => {
    const { statement_reference } = await made()
    for (const format of statementFormats) {
      const { headers } = await get(`/statements/${statement_reference}/file?format=${format}`)
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename=completeness-2026-01-[0-9A-Z]{26}\.[a-z.]+$/,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
  })

  it('are limited for each caller at once, and for each group and month within a day', async () => {
    const body = { month: '2025-12', group: 'London' }
    const outcomes = await Promise.all(Array.from({ length: 12 }, async () => outcomeOf(await post(body))))
    const count = (status: number) => outcomes.filter(([each]) => each === status).length
    expect(count(200)).toBeGreaterThanOrEqual(limits.maxStatementsAtOnce)
    expect(count(429)).toBe(12 - count(200))
    expect(new Set(outcomes.map(([, code]) => code))).toEqual(new Set([null, 'completeness.too_many_statements']))
    // Whoever was refused may try again.
    expect((await post(body)).status).toBe(200)
    await account.write((tx) =>
      sql`insert into completeness_statements (client, statement_reference, "group", month, locale, created_at, created_by, key_id,
            public_key, content, pdf, pdf_sha256, csv, csv_sha256, manifest, signature)
          select client, overlay(statement_reference placing lpad(n::text, 4, '0') from 23), "group", month, locale, created_at, created_by,
            key_id, public_key, content, pdf, pdf_sha256, csv, csv_sha256, manifest, signature
          from (select * from completeness_statements where client = ${tx.client} and month = '2025-12' limit 1) s,
            generate_series(1, ${limits.maxStatementsOfMonthADay}) n returning 1`.execute(tx.db),
    )
    expect(await outcomeOf(await post(body))).toEqual([429, 'completeness.stated_often'])
    expect((await post({ ...body, group: 'Lisbon' })).status).toBe(200)
  })

  it('a month that is not over is refused, and so is what is no month', async () => {
    const now = new Date().toISOString().slice(0, 7)
    for (const given of [now, '2999-12']) {
      const refused = [409, 'completeness.month_not_over']
      expect(await outcomeOf(await post({ month: given, group: 'London' }))).toEqual(refused)
      expect(await outcomeOf(await get(`/statement?month=${given}&group=London`))).toEqual(refused)
    }
    for (const given of ['2026-13', '2026-1', '26-01', '2026-01-01', '2026-00', ' 2026-01', '２０２６-01', '', null]) {
      expect((await post({ month: given, group: 'London' })).status).toBe(400)
    }
  })

  it('everything is on the trail: that it was made, and each file that was fetched', async () => {
    const { statement_reference, pdf_sha256 } = await made()
    await file(statement_reference, 'csv')
    const entries = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['action', 'group', 'events', 'parameters'])
        .where('client', '=', tx.client)
        .orderBy('log_id', 'desc')
        .limit(2)
        .execute(),
    )
    expect(entries[0]).toMatchObject({
      group: 'London',
      events: [
        {
          event: 'completeness_statement.downloaded',
          details: { statement_reference, group: 'London', month, format: 'csv' },
        },
      ],
    })
    expect(entries[1]).toMatchObject({
      group: 'London',
      events: [{ event: 'completeness_statement.made', details: { statement_reference, pdf_sha256, month } }],
    })
    const auditor = await account.signIn('otto', 'Auditor')
    const list = '/api/admin/v1/northwind/activities?limit=1&filter[did][0]=completeness_statement.downloaded'
    const told = await answered<{ items: UserActivity[] }>(account.server.call('GET', list, { token: auditor }))
    expect(told.items).toMatchObject([
      {
        subjects: [{ kind: 'completeness_statement', reference: statement_reference, name: 'London, 2026-01' }],
        brief: { facts: { group: 'London', month, format: 'csv' } },
      },
    ])
  })
})

describe('a group of a hostile name', () => {
  it('has a statement, whose files have plain names', async () => {
    const saved = await account.server.call('PUT', `/api/admin/v1/northwind/groups/${encodeURIComponent(odd)}`, {
      token: boss,
      body: { tags: [] },
    })
    expect(saved.status).toBe(200)
    const { statement_reference } = await made({ group: odd })
    const response = await get(`/statements/${statement_reference}/file?format=csv`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=completeness-${month}-${statement_reference}.csv`,
    )
    expect((await response.text()).split('\r\n')).toContain(
      `statement,group,,,,,,,,"'${odd.replaceAll('"', '""')}",,,,`,
    )
  })
})

describe('a group of ten thousand devices', () => {
  it('has a statement that lists the first lines and counts all', async () => {
    await account.write((tx) =>
      sql`insert into devices (client, device_reference, device_user_reference, "group", services, imeis, phone_numbers, device_info,
          is_deactivated, is_legacy, next_sequence, created_at, updated_by, activated_at, last_seen, updated_at)
        select client, device_reference || n, null, "group", services, imeis, phone_numbers, device_info,
          is_deactivated, is_legacy, next_sequence, created_at, updated_by, '2026-01-02', '2026-01-20', updated_at
        from devices, generate_series(1, 10000) n where client = ${tx.client} and device_reference = 'LON-1'
        returning 1`.execute(tx.db),
    )
    const { statement_reference } = await made()
    const { content } = await answered<{ content: StatementContent }>(get(`/statements/${statement_reference}`))
    expect(content.silent_devices.total).toBe(10_000)
    expect(content.silent_devices.items).toHaveLength(maxStatementLines)
    const csv = (await file(statement_reference, 'csv')).toString()
    expect(csv).toContain('\r\ntotal,silent_devices,,,,10000,')
    expect(csv).toContain(`\r\nlisted,silent_devices,,,,${maxStatementLines},`)
  })
})
