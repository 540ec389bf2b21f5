import { readFile } from 'node:fs/promises'
import { type PhotoFacts, readPhotoFacts } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { untilStatus } from '../setup/handset-status.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

/** What a camera noted in a photo, such as where it was, is content: it reaches whom the photo reaches. */

let account: AccountUnderAttack
let photo: string
let playback: Playback
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  const content = await readFile(new URL('../../apps/server/test/camera-notes.heic', import.meta.url))
  photo = await recordedPhoto(content)
  playback = await account.requestPlayback(account.tokens.amir, photo)
  await vi.waitUntil(async () => (await factsBy(playback)).status === 200, { timeout: waitTimeoutMs, interval: 200 })
})
afterAll(() => account.stop())

const recordedPhoto = async (content: Uint8Array): Promise<string> => {
  const recording = account.handset.record(content, 'Photo', { content_type: 'image/heic' })
  await account.handset.deliver(recording)
  const { payload_reference } = recording.registration
  await untilStatus(account.handset, payload_reference, 'processed')
  return payload_reference
}

const factsBy = ({ s3_url, cookie }: Pick<Playback, 's3_url' | 'cookie'>): Promise<Response> =>
  account.fetchMedia({ s3_url: `${s3_url}?part=facts`, cookie })

/** The answer of `GET /data` for the facts of the photo. */
const dataFor = async (token: string) => {
  const path = `/api/client/v1/acme/data?payload_references[0]=${photo}&is_download=false&part=facts`
  const response = await account.server.call('GET', path, { token })
  return (await response.json()) as { items: { status: string; s3_url: string | null }[] }
}

describe('the facts of a photo', () => {
  it('reach a person who may play it, as JSON that no browser interprets otherwise', async () => {
    const response = await factsBy(playback)
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const facts: PhotoFacts = readPhotoFacts(await response.text())
    expect(facts).toMatchObject({ model: 'FP5', description: '<b>Not bold</b>', iso: 64 })
    expect(facts.position?.latitude).toBeCloseTo(51.507, 2)
  })

  it('are refused in another browser, in another account, and without a cookie', async () => {
    const other = await account.requestPlayback(account.tokens.amir, photo)
    for (const cookie of ['', other.cookie]) {
      expect((await factsBy({ s3_url: playback.s3_url, cookie })).status).toBe(403)
    }
    const s3_url = (playback.s3_url ?? '').replace('/acme/', '/globex/')
    expect((await factsBy({ ...playback, s3_url })).status).toBe(403)
  })

  it('have no address for somebody who may not see or play the photo', async () => {
    expect((await dataFor(account.tokens.sofia)).items).toMatchObject([{ s3_url: null }])
    const permissions = [{ actions_matching: 'payloads:read' }]
    await account.server.addRole('acme', 'Finder', permissions)
    const finder = await account.server.signIn('acme', { user_reference: 'fiona', roles: ['Finder'] })
    expect((await dataFor(finder)).items).toMatchObject([{ s3_url: null }])
    const read = await account.server.call('GET', `/api/client/v1/acme/payloads/${photo}`, { token: finder })
    expect(read.status).toBe(200)
    expect(await read.text()).not.toMatch(/Fairphone|51\.507/)
  })

  it('are stored sealed', async () => {
    const rows = await account.server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('derived_media')
        .select(['part', 'sealed'])
        .where('client', '=', 'acme')
        .where('payload_reference', '=', photo)
        .execute(),
    )
    const facts = rows.find(({ part }) => part === 'facts')
    expect(facts?.sealed?.length).toBeGreaterThan(100)
    expect(facts?.sealed?.includes('Fairphone')).toBe(false)
  })

  it('count as viewing the photo, once with its small picture and the photo itself', async () => {
    const reference = await recordedPhoto(
      await readFile(new URL('../../apps/server/test/camera-notes.heic', import.meta.url)),
    )
    const opened = await account.requestPlayback(account.tokens.amir, reference)
    await vi.waitFor(async () => expect((await factsBy(opened)).status).toBe(200), { timeout: waitTimeoutMs })
    expect(await viewsOf(reference)).toBe(1)
    const fetched = (query: string) => account.fetchMedia({ ...opened, s3_url: `${opened.s3_url}${query}` })
    for (const query of ['?part=thumbnail', '', '?part=facts']) expect((await fetched(query)).status).toBe(200)
    expect(await viewsOf(reference)).toBe(1)
    await fetched('')
    expect(await viewsOf(reference), 'viewed again').toBe(2)

    const again = await account.requestPlayback(account.tokens.amir, reference)
    const together = await Promise.all(
      ['?part=facts', '?part=thumbnail', ''].map((query) =>
        account.fetchMedia({ ...again, s3_url: `${again.s3_url}${query}` }),
      ),
    )
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await viewsOf(reference), 'requested at once').toBe(3)
  })

  const viewsOf = async (reference: string): Promise<number> => {
    const events = await account.server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('custody_events')
        .select('event')
        .where('client', '=', 'acme')
        .where('payload_reference', '=', reference)
        .execute(),
    )
    return events.filter(({ event }) => event === 'payload.viewed').length
  }

  it('do not exist of a call', async () => {
    const call = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    expect((await factsBy(call)).status).toBe(404)
  })
})

describe('facts that a taken-over decoder wrote', () => {
  it.each(['', 'null', '[]', '{"make":1}', '{"position":{"latitude":1e9,"longitude":0}}', '<html>', '{"make":"x'])(
    'are none if they are %j',
    (text) => expect(readPhotoFacts(text)).toEqual({}),
  )
})
