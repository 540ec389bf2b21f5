import type { ListTotal, Payload, PortalEvent } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** A person who may see one group learns nothing of another, whichever call they use. */

let account: AccountUnderAttack
let payloads: string
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  payloads = '/api/client/v1/acme/payloads'
})
afterAll(() => account.stop())

const read = <T>(path: string, token: string) => account.server.getJson<T>(path, token)
const references = async (path: string, token = account.tokens.amir) =>
  (await read<{ items: Payload[] }>(path, token)).items.map(({ payload_reference }) => payload_reference)
const total = async (path: string, token = account.tokens.amir) => (await read<ListTotal>(path, token)).total

const filters = [
  '',
  'filter[groups][0]=Rates',
  'filter[groups][0]=Equities&filter[groups][1]=Rates',
  'filter[device_references][0]=acme-Rates',
  'filter[device_user_references][0]=rui.melo',
  'filter[numbers][0]=%2B447700900123',
  'filter[payload_states][0]=Processed',
  'filter[is_late]=false',
  'filter[date_filter_type]=processed_at',
  'filter[date_filter_type]=updated_at',
  'filter[number_prefix]=%2B4477',
  'filter[directions][0]=O',
  'filter[failures][0]=tampered',
  'filter[is_commented]=true',
  'filter[is_commented]=false',
  'filter[is_damaged]=true',
  'filter[is_damaged]=false',
  'sort=asc',
]

describe('a reviewer of Equities', () => {
  it.each(filters)('sees nothing of Rates with %s', async (filter) => {
    const seen = await references(`${payloads}?${filter}`)
    expect(seen).not.toContain(account.recordings.rates)
    expect(seen).not.toContain(account.recordings.elsewhere)
    expect(await total(`${payloads}?${filter}&query_result_type=total`)).toBe(seen.length)
  })

  it('still sees recordings of their own group', async () => {
    expect(await references(payloads)).toContain(account.recordings.equities)
    expect(await references(payloads, account.tokens.sofia)).toEqual([account.recordings.rates])
    expect(await total(`${payloads}?query_result_type=total`, account.tokens.boss)).toBe(3)
  })

  it.each(['rates', 'elsewhere'] as const)(
    'gets the same answer for a recording of %s as for one that does not exist',
    async (which) => {
      const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
      for (const path of ['', '/audit']) {
        const answers = []
        for (const reference of [account.recordings[which], unknown]) {
          const response = await account.server.call('GET', `${payloads}/${reference}${path}`, {
            token: account.tokens.amir,
          })
          answers.push({ status: response.status, body: await response.json() })
        }
        expect(answers[0]).toEqual(answers[1])
        expect(answers[0]?.status).toBe(404)
      }
      const refused = { status: 'NoMatchingRecord', s3_url: null, cookie: '' }
      for (const action of ['play', 'download']) {
        expect(await account.requestPlayback(account.tokens.amir, account.recordings[which], action)).toEqual(refused)
      }
    },
  )

  it('gets 404 for the device, device user and group of Rates', async () => {
    const paths = [
      '/api/admin/v1/acme/devices/acme-Rates',
      '/api/admin/v1/acme/users/rui.melo',
      '/api/admin/v1/acme/users/rui.melo/devices',
      '/api/admin/v1/acme/groups/Rates',
    ]
    for (const path of paths) {
      const response = await account.server.call('GET', path, { token: account.tokens.amir })
      expect([path, response.status]).toEqual([path, 404])
    }
  })

  it('gets the same recordings for a device or person of Rates as for one that does not exist', async () => {
    for (const [hidden, unknown] of [
      ['devices/acme-Rates', 'devices/NO-SUCH-DEVICE'],
      ['users/rui.melo', 'users/no.such.person'],
    ]) {
      const answers = []
      for (const whose of [hidden, unknown]) {
        const response = await account.server.call('GET', `/api/client/v1/acme/${whose}/payloads`, {
          token: account.tokens.amir,
        })
        answers.push({ status: response.status, body: await response.json() })
      }
      expect(answers[0]).toEqual(answers[1])
    }
  })

  it('sees no device, person or group of Rates in lists, totals and the dashboard', async () => {
    for (const list of ['devices', 'users', 'groups']) {
      const path = `/api/admin/v1/acme/${list}`
      const text = JSON.stringify(await read(path, account.tokens.amir))
      expect(text).toContain('Equities')
      expect(text).not.toMatch(/Rates|rui\.melo/)
      expect(await total(`${path}?query_result_type=total`)).toBe(1)
    }
    const mine = await read<{ devices: Record<string, number> }>('/api/admin/v1/acme/dashboard', account.tokens.amir)
    const all = await read<{ devices: Record<string, number> }>('/api/admin/v1/acme/dashboard', account.tokens.boss)
    expect([mine.devices.activated, all.devices.activated]).toEqual([1, 2])
  })

  it('sees no trail entries of Rates', async () => {
    for (const list of ['activities', 'device_activities']) {
      const { items } = await read<{ items: object[] }>(`/api/admin/v1/acme/${list}?limit=100`, account.tokens.amir)
      expect(JSON.stringify(items)).not.toMatch(/Rates|rui\.melo/)
    }
  })

  it('receives no event of Rates', async () => {
    const stop = new AbortController()
    const response = await fetch(`${account.server.origin}/api/admin/v1/acme/events`, {
      headers: { authorization: `Bearer ${account.tokens.amir}` },
      signal: stop.signal,
    })
    let received = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) received += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    const notify = (group: string, reference: string) =>
      account.server.api.platform.database.transaction('acme', async (tx) => {
        const event: Omit<PortalEvent, 'time'> = {
          kind: 'payload',
          reference,
          group,
          payload_type: 'Call',
          state: 'Uploaded',
        }
        await tx.notify(event)
      })
    await vi.waitUntil(
      async () => {
        await notify('Rates', account.recordings.rates)
        await notify('Equities', account.recordings.equities)
        return received.includes(account.recordings.equities)
      },
      { timeout: waitTimeoutMs },
    )
    stop.abort()
    await reading
    expect(received).not.toContain(account.recordings.rates)
  })
})

describe('last_key', () => {
  const page = (query: string, { token = account.tokens.boss, client = 'acme', path = 'payloads' } = {}) =>
    account.server.call('GET', `/api/client/v1/${client}/${path}?${query}`, { token })
  const lastKey = async (): Promise<string> => {
    const { last_key } = (await (await page('limit=1')).json()) as { last_key: string | null }
    if (!last_key) throw new Error('no next page')
    return last_key
  }

  it('continues its own list', async () => {
    const response = await page(`limit=1&last_key=${await lastKey()}`)
    expect(await response.json()).toMatchObject({ count: 1 })
  })

  it('shows a reviewer only what they may see, whoever received the key', async () => {
    const key = await lastKey()
    const response = await page(`last_key=${key}`, { token: account.tokens.sofia })
    expect(JSON.stringify(await response.json())).not.toContain(account.recordings.equities)
  })

  it.each([
    ['another filter', (key: string) => page(`last_key=${key}&filter[payload_types][0]=Call`)],
    ['another account', (key: string) => page(`last_key=${key}`, { token: account.tokens.hank, client: 'globex' })],
    ['the list of a device', (key: string) => page(`last_key=${key}`, { path: 'devices/acme-Rates/payloads' })],
    ['an edited key', (key: string) => page(`last_key=${key.slice(0, -2)}AA`)],
    ['a shortened key', (key: string) => page(`last_key=${key.slice(1)}`)],
    ['a made-up key', () => page('last_key=bm90LWEta2V5')],
    ['a very long key', () => page(`last_key=${'A'.repeat(8_000)}`)],
  ])('is refused with %s', async (_what, ask) => {
    const response = await ask(await lastKey())
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 400 })
  })
})
