import { createHash } from 'node:crypto'
import { type Download, limits, type PayloadAudit, type UserActivityEntry } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import { replaceStoredBytes } from '../../apps/server/test/stored-content.ts'
import { addSealedMessages } from '../setup/sealed-messages.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** Several recordings as one file: only what its reader may download at that moment, each recorded before it leaves. */

const path = '/api/client/v1/acme/downloads'

let account: AccountUnderAttack
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  await account.server.addRole('acme', 'Equities downloads', [
    { actions_matching: 'payloads:read' },
    { actions_matching: 'payloads:download', conditions: [{ names_matching: 'Equities' }] },
  ])
  await account.server.addRole('acme', 'Equities alone', [
    { actions_matching: 'payloads:.*', is_regex: true, conditions: [{ names_matching: 'Equities' }] },
  ])
  await account.server.signIn('acme', { user_reference: 'lena', roles: ['Equities alone'] })
})
afterAll(() => account?.stop())

type Asked = Download & { status: number; code?: string; cookie: string }

const ask = async (token: string, payload_references: readonly string[], at = path): Promise<Asked> => {
  const response = await account.server.call('POST', at, { token, body: { payload_references } })
  const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0])
  return { ...((await response.json()) as Download), status: response.status, cookie: cookie.join('; ') }
}
const fetchFile = ({ url, cookie }: Pick<Asked, 'url' | 'cookie'>) =>
  account.server.call('GET', url ?? '/no-address', { headers: { cookie } })

/** The files of an archive that is not compressed, by their names in the directory at its end. */
const filesOf = async (response: Response): Promise<ReadonlyMap<string, Buffer>> => {
  const zip = Buffer.from(await response.arrayBuffer())
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\x05\x06')) + 16)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, nameBytes, extraBytes, commentBytes, place] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28)
    files.set(name, zip.subarray(start, start + size))
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return files
}
const manifestOf = (files: ReadonlyMap<string, Buffer>): string[][] =>
  (files.get('manifest.csv')?.toString() ?? '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))

const auditOf = (reference: string) =>
  account.server.getJson<PayloadAudit>(`/api/client/v1/acme/payloads/${reference}/audit`, account.tokens.boss)
const downloadsOf = async (reference: string) =>
  (await auditOf(reference)).records.filter(({ action }) => action === 'payload.downloaded').length

describe('an archive', () => {
  it('has the originals under useful names, and a list of all that were asked for', async () => {
    const { equities, rates, personal, elsewhere } = account.recordings
    const [before, unknown] = [await downloadsOf(equities), ulid()]
    const asked = await ask(account.tokens.boss, [equities, unknown, personal, rates, elsewhere])
    expect(asked.items.map(({ status }) => status)).toEqual([
      'Ok',
      'NoMatchingRecord',
      'Personal',
      'Ok',
      'NoMatchingRecord',
    ])
    expect(await downloadsOf(equities)).toBe(before)
    const response = await fetchFile(asked)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const files = await filesOf(response)
    const names = [...files.keys()]
    expect(names.length).toBe(3)
    expect(names[0]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d{4}Z Call .*${equities}\\.amr$`))
    expect(files.get(names[0] ?? '')?.equals(account.content)).toBe(true)
    const sha256 = createHash('sha256').update(account.content).digest('hex')
    const size = String(account.content.length)
    const manifest = files.get('manifest.csv')?.toString() ?? ''
    expect(manifest).toContain(`${equities},`)
    expect(manifest).toContain(`,${size},${sha256},Ok\r\n`)
    expect(manifest).toContain(`${unknown},,,,NoMatchingRecord\r\n`)
    expect(manifest).toContain(`${personal},,,,Personal\r\n`)
    expect(manifest).toContain(`${elsewhere},,,,NoMatchingRecord\r\n`)
    expect(await downloadsOf(equities)).toBe(before + 1)
    expect(await downloadsOf(rates)).toBe(1)
    expect(await downloadsOf(personal)).toBe(0)
  })

  it('can be fetched once, and only by the browser that asked for it', async () => {
    const asked = await ask(account.tokens.boss, [account.recordings.equities])
    expect((await fetchFile({ ...asked, cookie: '' })).status).toBe(403)
    const other = await ask(account.tokens.amir, [account.recordings.equities])
    expect((await fetchFile({ ...asked, cookie: other.cookie })).status).toBe(403)
    expect((await fetchFile(asked)).status).toBe(200)
    expect((await fetchFile(asked)).status).toBe(403)
  })

  it('has only what its reader may download when it is fetched', async () => {
    const { server, recordings } = account
    const token = await server.signIn('acme', { user_reference: 'rita', roles: ['Compliance Officer'] })
    const asked = await ask(token, [recordings.equities, recordings.rates])
    expect(asked.items.map(({ status }) => status)).toEqual(['Ok', 'Ok'])
    await server.setRoles('acme', 'rita', ['Equities downloads'])
    const files = await filesOf(await fetchFile(asked))
    expect(files.size).toBe(2)
    expect(manifestOf(files)[1]).toEqual([recordings.rates, '', '', '', 'GroupNotAuthorised'])
  })

  it('says of legacy recordings where their custody begins, in every language', async () => {
    const { server, recordings, tokens } = account
    const mark = (is_legacy: boolean) =>
      server.api.platform.database.transaction('acme', ({ db }) =>
        db
          .updateTable('payloads')
          .set({ is_legacy })
          .where('client', '=', 'acme')
          .where('payload_reference', '=', recordings.rates)
          .execute(),
      )
    await mark(true)
    const files = await filesOf(await fetchFile(await ask(tokens.boss, [recordings.equities, recordings.rates])))
    await mark(false)
    const note = files.get('legacy-recordings.txt')?.toString() ?? ''
    expect(note).toContain('Custody of each begins with its import')
    expect(note).toContain('A custódia de cada uma começa com a importação')
    expect(note).toContain(recordings.rates)
    expect(note).not.toContain(recordings.equities)
  })

  it('goes on after a damaged recording, which its list names', async () => {
    const { server, recordings, tokens } = account
    const damaged = await account.addCall(account.content, 'audio/amr')
    await replaceStoredBytes(server.api.platform, 'acme', damaged, Buffer.alloc(0))
    const files = await filesOf(await fetchFile(await ask(tokens.boss, [damaged, recordings.equities])))
    expect(files.size).toBe(2)
    expect(files.get('manifest.csv')?.toString()).toContain(`${damaged},,,,Damaged\r\n`)
    expect(await downloadsOf(damaged)).toBe(0)
  })
})

it('there is no address when nothing may be downloaded, and hidden recordings are answered like unknown ones', async () => {
  const { server, recordings, tokens } = account
  const lena = await server.signIn('acme', { user_reference: 'lena', roles: ['Equities alone'] })
  const asked = await ask(lena, [recordings.rates, ulid()])
  expect(asked.url).toBe(null)
  expect(asked.items.map(({ status }) => status)).toEqual(['NoMatchingRecord', 'NoMatchingRecord'])
  // amir may play, but not download.
  expect((await ask(tokens.amir, [recordings.equities])).items[0]?.status).toBe('GroupNotAuthorised')
})

it('refuses strangers, people of another account, more than can be selected, repeated and no references', async () => {
  const { server, recordings, tokens } = account
  const body = { payload_references: [recordings.equities] }
  expect((await server.call('POST', path, { body })).status).toBe(401)
  expect((await ask(tokens.hank, [recordings.equities])).status).toBeGreaterThanOrEqual(401)
  const many = Array.from({ length: limits.maxSelected + 1 }, () => ulid())
  for (const references of [many, [recordings.rates, recordings.rates], []]) {
    expect(await ask(tokens.boss, references)).toMatchObject({ status: 400, code: 'request.invalid' })
  }
})

it('needs a reason where the account asks for one, which stands with each recording', async () => {
  const { server, recordings, tokens } = account
  const ofReasons = (playback_reason_kind: 'none' | 'text') =>
    server.call('PUT', '/api/admin/v1/acme/account/settings', {
      token: tokens.boss,
      body: { is_word_search_on: false, is_asking_before_pictures: false, playback_reason_kind },
    })
  expect((await ofReasons('text')).status).toBe(200)
  expect(await ask(tokens.boss, [recordings.equities])).toMatchObject({ code: 'playback.reason_required' })
  const body = { payload_references: [recordings.equities], reason: 'Case 4711' }
  const response = await server.call('POST', path, { token: tokens.boss, body })
  expect(response.status).toBe(200)
  const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0])
  const { url } = (await response.json()) as Download
  expect((await filesOf(await fetchFile({ url, cookie: cookie.join('; ') }))).size).toBe(2)
  expect(JSON.stringify(await auditOf(recordings.equities))).toContain('Case 4711')
  await ofReasons('none')
})

describe('an archive on its way', () => {
  const large = async () => {
    const { database } = account.server.api.platform
    const rows = {
      server: account.server,
      write: <T>(work: (tx: TenantTransaction) => Promise<T>) => database.transaction('acme', work),
      read: <T>(work: (tx: TenantTransaction) => Promise<T>) => database.read('acme', work),
    }
    const message = { thread_id: 'large', group: 'Equities', device_reference: 'LARGE', payload_time: new Date() }
    // More than the buffers of a connection hold.
    const text = 'x'.repeat(1024 * 1024)
    return addSealedMessages(
      rows,
      Array.from({ length: 24 }, () => ({ ...message, text })),
    )
  }
  const endOf = async ({ download_reference }: Asked) => {
    const { items } = await account.server.getJson<{ items: UserActivityEntry[] }>(
      `/api/admin/v1/acme/activities?limit=20&filter[action]=${encodeURIComponent('GET /downloads/{ticket}')}`,
      account.tokens.boss,
    )
    const own = items.filter(({ parameters }) => parameters.download_reference === download_reference)
    return own.find(({ event }) => event === 'download.ended')
  }

  it('breaks off when its reader signs out, and the trail says so', async () => {
    const token = await account.server.signIn('acme', { user_reference: 'nell', roles: ['Compliance Officer'] })
    const asked = await ask(token, await large())
    const reader = (await fetchFile(asked)).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    const out = { token: account.tokens.boss }
    expect((await account.server.call('DELETE', '/api/admin/v1/acme/portal_users/nell/sessions', out)).status).toBe(204)
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
      'a file that is not complete is not taken for one',
    ).rejects.toThrow()
    await expect.poll(() => endOf(asked), { timeout: waitTimeoutMs }).toMatchObject({ denial_reason: 'auth.inactive' })
  })

  it('leaves room for no more than a few others of the same person', async () => {
    const references = await large()
    const { boss } = account.tokens
    const asked = await Promise.all(Array.from({ length: limits.maxDownloadsAtOnce + 1 }, () => ask(boss, references)))
    const last = asked.pop() as Asked
    const running = await Promise.all(asked.map(fetchFile))
    expect(running.map(({ status }) => status)).toEqual(asked.map(() => 200))
    const refused = await fetchFile(last)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'download.too_many' })
    await Promise.all(running.map(({ body }) => body?.cancel()))
    const status = async () => {
      const response = await fetchFile(last)
      await response.body?.cancel()
      return response.status
    }
    await expect.poll(status, { timeout: waitTimeoutMs }).toBe(200)
  })
})
