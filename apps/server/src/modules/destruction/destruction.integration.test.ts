import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SignedCertificate } from '@holdfast/contract'
import { Client } from 'pg'
import { decodeTime } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dumpInstallation } from '../../../../../tests/setup/dump-installation.ts'
import type { NewRow } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { earliestId, newId } from '../../platform/identifiers.ts'
import { StorageUnavailable } from '../../platform/objects/index.ts'
import { destroyPayloads, recoverDestructions, removeTombstones } from './index.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const dayMs = 86_400_000
const media = { size: 5, duration_ms: null, width: null, height: null, channels: null, sample_rate: null }
const marker = 'NIGHTINGALE-7431'

let account: TestAccount<'olga' | 'ruth'>
let owner: Client
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London')
    .withPerson('olga', 'Compliance Officer')
    .withPerson('ruth', 'Reviewer')
    .open()
  owner = new Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  await setPolicy({ delete_after_days: 10, destroy_after_days: 20 })
})
afterAll(async () => {
  await owner?.end()
  await account?.close()
})

let version = 1
const setPolicy = (days: { delete_after_days: number | null; destroy_after_days: number | null }) =>
  account.write(async ({ db, now }) => {
    const rule = { retention_timestamp: 'payload_time', ...days, required_receipts: [], required_transfers: [] }
    await db.updateTable('retention_policies').set({ ended_at: now }).where('client', '=', client).execute()
    await db
      .insertInto('retention_policies')
      .values({
        client,
        version: version++,
        entities: '[]',
        payloads: JSON.stringify(['Call', 'Interview', 'SMS'].map((payload_type) => ({ payload_type, ...rule }))),
        settings: '{}',
        is_locked: false,
        saved_at: now,
        saved_by: 'olga',
        effective_at: new Date(now.getTime() - dayMs),
        needs_second_person: false,
        freed_recordings: 0,
        freed_bytes: 0,
      })
      .execute()
  })

const platform = () => account.server.api.platform
let number = 10
const add = (days: number, fields: Partial<NewRow<'payloads'>> = {}) => {
  const payload_time = new Date(Date.now() - days * dayMs)
  return account.addCall(number++, 'London', { payload_time, registered_at: payload_time, s3_path: null, ...fields })
}
const run = { run_id: newId(), by: 'olga' }
const destroy = async (...references: string[]) => {
  const outcomes = await destroyPayloads(platform(), client, references, run)
  return outcomes.map((outcome) => (outcome.result === 'destroyed' ? outcome.result : outcome.reason))
}
const rowOf = async (reference: string) => {
  const { rows } = await owner.query('select * from app.payloads where client = $1 and payload_reference = $2', [
    client,
    reference,
  ])
  return rows[0]
}
const stateOf = async (reference: string) => (await rowOf(reference)).payload_state
const post = async (path: string, body: object, who: 'olga' | 'ruth' = 'olga', method = 'POST') => {
  const answer = await account.server.call(method, `${base}${path}`, { token: account.tokens[who], body })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}
const hold = (reference: string) => post('/matters/General/holds', { payload_references: [reference] })
const objectsFolder = () => fileURLToPath(platform().settings.objectsUrl)

const dump = () => dumpInstallation(owner, objectsFolder())

describe('the gate', () => {
  it('destroys what its retention frees, and nothing else', async () => {
    const [due, early, held, recorded, quarantined] = [
      await add(30),
      await add(15),
      await add(30),
      await add(30, { payload_state: 'Recorded' }),
      await add(30, { payload_state: 'Quarantined' }),
    ]
    await hold(held)
    expect(await destroy(due, early, held, recorded, quarantined, '01ARZ3NDEKTSV4RRFFQ69G5FZZ')).toEqual([
      'destroyed',
      'not_due',
      'on_hold',
      'not_settled',
      'destroyed',
      'gone',
    ])
    expect(await stateOf(due)).toBe('Destroyed')
    expect(await stateOf(held)).toBe('Processed')
    expect(await destroy(due)).toEqual(['gone'])
    await post('/matters/General/holds', { payload_references: [held] }, 'olga', 'DELETE')
    expect(await destroy(held)).toEqual(['destroyed'])
  })

  it('keeps what somebody still has to review or is downloading', async () => {
    const [reviewed, downloaded] = [await add(30), await add(30)]
    const queue = await post('/review_queues', {
      name: 'All',
      filter: { payload_references: [reviewed] },
      sample: null,
      reviewers: ['olga'],
      due_on: null,
      second_review_percent: 0,
    })
    await account.write((tx) =>
      tx.db
        .insertInto('downloads')
        .values({
          client,
          download_reference: newId(),
          ticket_hash: 'none',
          caller_kind: 'portal_user',
          caller_reference: 'olga',
          browser: 'test',
          session_from: 0,
          payload_references: [downloaded],
          expires_at: new Date(tx.now.getTime() + 60_000),
          running_until: new Date(tx.now.getTime() + 60_000),
        })
        .execute(),
    )
    expect(await destroy(reviewed, downloaded)).toEqual(['pending', 'pending'])
    await post(`/review_queues/${queue.queue_reference}/close`, {}).catch(() => undefined)
  })

  it('places a hold and destroys at the same moment, but never both', async () => {
    const references = await Promise.all(Array.from({ length: 8 }, () => add(30)))
    const [, ...held] = await Promise.all([
      destroy(...references),
      ...references.map((reference) => hold(reference) as Promise<unknown> as Promise<{ items: { result: string }[] }>),
    ])
    for (const [index, reference] of references.entries()) {
      const placed = held[index]?.items[0]?.result
      expect([placed, await stateOf(reference)]).toEqual(
        placed === 'gone' ? ['gone', 'Destroyed'] : ['placed', 'Processed'],
      )
    }
  })

  it('is the only way: the application can neither delete recordings nor holds', async () => {
    const app = platform().database
    for (const table of ['payloads', 'legal_holds', 'matters', 'destructions', 'destruction_batches'] as const) {
      const removal = app.transaction(client, (tx) => tx.db.deleteFrom(table).where('client', '=', client).execute())
      await expect(removal).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('a destroyed recording', () => {
  let recording: string
  let other: string
  beforeEach(async () => {
    const key = `recordings/${client}/marked-${number}`
    const derived = `derived/${client}/bWFya2Vk/rendition-${number}`
    const former = `recordings/${client}/former-${number}`
    for (const object of [key, derived, former]) {
      await platform().objects.put(object, Buffer.from(`sealed ${marker}`))
    }
    other = await add(30, { payload_type: 'Interview', meta: JSON.stringify({ notes: 'Other notes' }) })
    recording = await add(30, {
      payload_type: 'Interview',
      s3_path: key,
      encrypted_dek: `wrapped-${marker}`,
      key_id: 'key',
      iv: marker,
      checksum: 'ab'.repeat(32),
      size: 1234,
      meta: JSON.stringify({ notes: `Notes ${marker}` }),
      media: JSON.stringify({ ...media, content_type: `audio/${marker}` }),
    })
    await account.write(async ({ db, now }) => {
      const ofRecording = { client, payload_reference: recording }
      const sealed = Buffer.from(`small ${marker}`)
      await db
        .insertInto('payload_contents')
        .values({ ...ofRecording, part: 'original', place: 0, sealed })
        .execute()
      await db
        .insertInto('derived_media')
        .values({
          ...ofRecording,
          part: 'rendition',
          place: 0,
          s3_path: derived,
          content_type: 'audio/mp4',
          made_at: now,
          attempts: 1,
        } as never)
        .execute()
      await db
        .insertInto('former_seals')
        .values({
          ...ofRecording,
          place: 0,
          encrypted_dek: marker,
          s3_path: former,
          sealed,
          checksum: 'cd'.repeat(32),
          replaced_at: now,
        })
        .execute()
    })
    for (const reference of [recording, other]) {
      const said = reference === recording ? marker : 'kept words'
      const comment = await post(`/payloads/${reference}/comments`, { message: `Heard ${said}` }, 'ruth')
      await post(`/payloads/${reference}/comments/${comment.comment_id}`, { message: `Again ${said}` }, 'ruth', 'PUT')
      await post(`/payloads/${reference}`, { notes: `Corrected ${said}` }, 'olga', 'PUT')
      await post(
        '/reviews',
        { payload_references: [reference], disposition: 'No concern', note: `Noted ${said}` },
        'ruth',
      )
      await post('/receipts', { payload_references: [reference], note: `Got ${said}` })
    }
  })

  it('is found nowhere in database and store, what is known about it stays, and others are untouched', async () => {
    expect(await dump()).toContain(marker)
    expect(await destroy(recording)).toEqual(['destroyed'])
    const left = await dump()
    expect(left.split('\n').filter((line) => line.includes(marker))).toEqual([])
    expect(left).toContain('Again kept words')
    expect(left).toContain('Corrected kept words')
    const row = await rowOf(recording)
    expect(row).toMatchObject({
      checksum: 'ab'.repeat(32),
      encrypted_dek: null,
      s3_path: null,
      media: null,
      amendments: null,
    })
    const answer = await account.server.call('GET', `${base}/payloads/${recording}/data?action=play`, {
      token: account.tokens.olga,
    })
    expect(await answer.text()).not.toContain('"Ok"')
    const { rows } = await owner.query('select * from app.destructions where payload_reference = $1', [recording])
    expect(rows[0]).toMatchObject({
      run_id: run.run_id,
      former_checksums: ['cd'.repeat(32)],
      objects_gone_at: expect.any(Date),
    })
    expect(rows[0].object_keys).toHaveLength(3)
  })

  it('waits for a store that is away, and its objects go later', async () => {
    const away = { ...platform().objects, erase: () => Promise.reject(new StorageUnavailable('away')) }
    const outcomes = await destroyPayloads({ ...platform(), objects: away as never }, client, [recording], run)
    expect(outcomes).toMatchObject([{ result: 'destroyed' }])
    expect(await account.write((tx) => removeTombstones(tx, [recording]))).toEqual([])
    const { rows } = await owner.query('select batch_id from app.destructions where payload_reference = $1', [
      recording,
    ])
    const { removeObjects } = await import('./remove-objects.ts')
    await removeObjects.handle({ platform: platform() } as never, { client, batch_id: rows[0].batch_id })
    expect((await dump()).includes(marker)).toBe(false)
    await hold(other)
    expect(await account.write((tx) => removeTombstones(tx, [recording, other]))).toEqual([recording])
    expect(await rowOf(recording)).toBe(undefined)
  })
})

describe('the certificate of a run', () => {
  const read = async (query = '', who: 'olga' | 'ruth' = 'olga', of = run.run_id) => {
    const at = `${base}/account/retention/runs/${of}/certificate${query}`
    const answer = await account.server.call('GET', at, { token: account.tokens[who] })
    return { status: answer.status, body: (await answer.json()) as SignedCertificate }
  }

  it('says what was destroyed, by which rule and how, and what it does not cover; anybody can verify it', async () => {
    const recording = await add(30, { size: 77, checksum: 'ef'.repeat(32) })
    await destroy(recording)
    await account.write(({ db, now }) =>
      db
        .insertInto('retention_runs')
        .values({
          client,
          ...{ run_id: run.run_id, kind: 'run', state: 'Completed', policy_version: 1, requested_by: 'olga' },
          ...{ started_at: now, updated_at: now, allowed: 100, position: '{}', report: '{}' },
        })
        .execute(),
    )
    const { status, body } = await read()
    expect(status).toBe(200)
    const { certificate, canonical, signature, public_key } = body
    expect(JSON.parse(canonical)).toEqual(certificate)
    expect(verify(null, Buffer.from(canonical), public_key, Buffer.from(signature, 'base64'))).toBe(true)
    expect(verify(null, Buffer.from(canonical.replace('77', '78')), public_key, Buffer.from(signature, 'base64'))).toBe(
      false,
    )
    expect(certificate).toMatchObject({ requested_by: 'olga', not_covered: { backups_until: null } })
    expect(certificate.recordings.find(({ payload_reference }) => payload_reference === recording)).toMatchObject({
      sealed_bytes: 77,
      sha256: 'ef'.repeat(32),
      rule: { destroy_after_days: 20, retention_timestamp: 'payload_time' },
      objects_gone_at: expect.any(String),
    })
    const checked = await checkAsDocumented(body)
    expect(checked).toBe(`genuine ${client} ${run.run_id} ${certificate.recordings.length}\n`)
    const one = await read(`?payload_reference=${recording}`)
    expect(one.body.certificate.recordings).toHaveLength(1)
    expect((await read('', 'ruth')).status).toBe(403)
    expect((await read('', 'olga', newId())).status).toBe(404)
  })
})

/** The script of docs/destruction-certificate.md, with the keys that the installation publishes to everybody. */
const checkAsDocumented = async (content: object): Promise<string> => {
  const page = await readFile(new URL('../../../../../docs/destruction-certificate.md', import.meta.url), 'utf8')
  const script = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(12)
  const keys = await account.server.call('GET', `/api/admin/v1/${client}/completeness/statement_keys`)
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'))
  await writeFile(path.join(folder, 'check.mjs'), script)
  await writeFile(path.join(folder, 'keys.json'), await keys.text())
  await writeFile(path.join(folder, 'certificate.json'), JSON.stringify(content))
  const { stdout } = spawnSync(process.execPath, ['check.mjs', 'certificate.json', 'keys.json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  await rm(folder, { recursive: true })
  return stdout
}

it('a certificate that somebody changed, or signed themselves, is not genuine', async () => {
  const answer = await account.server.call('GET', `${base}/account/retention/runs/${run.run_id}/certificate`, {
    token: account.tokens.olga,
  })
  const signed = (await answer.json()) as SignedCertificate
  const changed = { ...signed.certificate, approved_by: 'nobody' }
  expect(await checkAsDocumented({ ...signed, certificate: changed })).toMatch(/^NOT GENUINE/)
  const canonical = JSON.stringify(changed)
  expect(await checkAsDocumented({ ...signed, certificate: changed, canonical })).toMatch(/^NOT GENUINE/)
  const { privateKey } = generateKeyPairSync('ed25519')
  const signature = sign(null, Buffer.from(canonical), privateKey).toString('base64')
  expect(await checkAsDocumented({ certificate: changed, canonical, signature })).toMatch(/^NOT GENUINE/)
  expect(await checkAsDocumented([signed, signed])).toMatch(/^genuine .*\ngenuine .*\n$/)
})

describe('at a start', () => {
  const journal = () => path.join(objectsFolder(), '~destructions')
  const entries = async () => (await readdir(journal())).sort()
  const recover = () => recoverDestructions(platform())

  /** As if the database had been restored from a backup from before these recordings were destroyed. */
  const restoreBackup = async (reference: string, state = 'Processed') => {
    const { rows } = await owner.query('delete from app.destructions where payload_reference = $1 returning batch_id', [
      reference,
    ])
    await owner.query('delete from app.destruction_batches where batch_id = $1', [rows[0].batch_id])
    await owner.query(
      `update app.payloads set payload_state = $2, encrypted_dek = 'back' where payload_reference = $1`,
      [reference, state],
    )
    return rows[0].batch_id as string
  }

  it.each(['Processed', 'Recorded', 'Scanning', 'Deleted'])(
    'a restored database destroys again what was destroyed, also what was %s then',
    async (state) => {
      const recording = await add(30)
      await destroy(recording)
      await restoreBackup(recording, state)
      await recover()
      expect(await rowOf(recording)).toMatchObject({ payload_state: 'Destroyed', encrypted_dek: null })
      await recover()
      const { rows } = await owner.query(
        'select is_replayed from app.destruction_batches b join app.destructions d using (client, batch_id) where payload_reference = $1',
        [recording],
      )
      expect(rows).toEqual([{ is_replayed: true }])
      const alerts = await owner.query(
        `select condition_values from app.alerts where condition = 'destruction_replayed' order by alert_reference desc`,
      )
      expect(alerts.rows[0]).toEqual({ condition_values: { count: '1' } })
    },
  )

  it('an intention that never committed is kept for a while, then ended, and destroys nothing', async () => {
    const recording = await add(30)
    const failing = { ...platform().journal, names: () => platform().journal.names() }
    const write = platform().journal.write.bind(platform().journal)
    let intended = ''
    const broken = {
      ...failing,
      write: async (name: string, text: string) => {
        await write(name, text)
        intended = name
        throw new StorageUnavailable('broke off')
      },
    }
    const attempt = destroyPayloads({ ...platform(), journal: broken as never }, client, [recording], run)
    await expect(attempt).rejects.toThrow('broke off')
    await recover()
    expect(await stateOf(recording)).toBe('Processed')
    expect(await entries()).toContain(intended)
    expect(await destroy(recording)).toEqual(['destroyed'])
  })

  it('a process that died after the commit is made up for', async () => {
    const recording = await add(30)
    await destroy(recording)
    const done = (await entries()).filter((name) => name.endsWith('.done')).at(-1) ?? ''
    await rm(path.join(journal(), done))
    await recover()
    expect(await entries()).toContain(done)
  })

  it('a journal that was lost is written again', async () => {
    const before = await entries()
    await rm(journal(), { recursive: true })
    await recover()
    const pairs = before.filter(
      (name) => /\.(intended|done)$/.test(name) && before.includes(name.replace('.intended', '.done')),
    )
    expect(await entries()).toEqual(pairs)
  })

  it('reads only what is new since it was compared before, and all of it again if database or store were restored', async () => {
    const asked: (string | undefined)[] = []
    const journalOf = platform().journal
    const names = (after?: string) => {
      asked.push(after)
      return journalOf.names(after)
    }
    const watched = { ...journalOf, names }
    const compare = () => recoverDestructions({ ...platform(), journal: watched })
    /** As if a recording had been destroyed so many days ago. */
    const destroyedAgo = async (days: number): Promise<string> => {
      const recording = await add(30)
      await destroy(recording)
      const { rows } = await owner.query('select batch_id from app.destructions where payload_reference = $1', [
        recording,
      ])
      const [now, then] = [rows[0].batch_id as string, newId(new Date(Date.now() - days * dayMs))]
      await owner.query(
        `insert into app.destruction_batches select client, $2, run_id, destroyed_at, destroyed_by, is_replayed
          from app.destruction_batches where batch_id = $1`,
        [now, then],
      )
      await owner.query('update app.destructions set batch_id = $2 where batch_id = $1', [now, then])
      await owner.query('delete from app.destruction_batches where batch_id = $1', [now])
      for (const name of (await entries()).filter((entry) => entry.startsWith(now))) {
        await rename(path.join(journal(), name), path.join(journal(), name.replace(now, then)))
      }
      return then
    }
    const ancient = await destroyedAgo(200)
    const old = await destroyedAgo(90)
    await compare()
    expect(await entries()).toContain(`${old}.checkpoint`)
    await rm(path.join(journal(), `${ancient}.${client}.done`))
    await compare()
    expect(asked.splice(0)).toEqual(['', earliestId(new Date(decodeTime(old) - 31 * dayMs))])
    expect(await entries()).not.toContain(`${ancient}.${client}.done`)
    await rm(path.join(journal(), `${old}.checkpoint`))
    await compare()
    // Its end was written just now: it counts from the next comparison on.
    await compare()
    expect(asked.splice(0)).toEqual(['', ''])
    expect(await entries()).toEqual(expect.arrayContaining([`${ancient}.${client}.done`, `${old}.checkpoint`]))
    await owner.query('delete from app.journal_checkpoints')
    await compare()
    expect(asked).toEqual([''])
  })

  it('entries that nobody of ours wrote stop the start, and destroy nothing', async () => {
    const recording = await add(30)
    await destroy(recording)
    const name = (await entries()).filter((entry) => entry.endsWith('.intended')).at(-1) ?? ''
    const text = await readFile(path.join(journal(), name), 'utf8')
    const batch_id = await restoreBackup(recording)
    await writeFile(path.join(journal(), name), text.replaceAll(recording, await add(1)))
    await expect(recover()).rejects.toThrow(/OBJECTS_URL: the entry .* was changed/)
    expect(await stateOf(recording)).toBe('Processed')
    await writeFile(path.join(journal(), name), text)
    await recover()
    expect(await stateOf(recording)).toBe('Destroyed')
    expect(batch_id).toBe(name.split('.')[0])
  })

  it('a journal that cannot be read is no start', async () => {
    const broken = { ...platform().journal, names: () => Promise.reject(new StorageUnavailable('no answer')) }
    await expect(recoverDestructions({ ...platform(), journal: broken as never })).rejects.toThrow('no answer')
    await mkdir(journal(), { recursive: true })
  })
})
