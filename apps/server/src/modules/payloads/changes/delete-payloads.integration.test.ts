import {
  type CallResponse,
  type calls,
  type ErrorRecord,
  maxDeletionReasonCharacters,
  type PayloadAudit,
  type PayloadDetail,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Exports } from '../../../../../../tests/setup/exports.ts'
import { addSealedMessages } from '../../../../../../tests/setup/sealed-messages.ts'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'
import { counterStatement } from '../counts/payload-counters.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'nora'>
let hank = ''
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('Deletes in London', [
      {
        actions_matching: 'payloads:read|payloads:delete|payloads:restore',
        is_regex: true,
        conditions: [{ names_matching: 'London' }],
      },
    ])
    .withRole('Deletes', [{ actions_matching: 'payloads:read' }, { actions_matching: 'payloads:delete' }])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Deletes in London')
    .withPerson('nora', 'Deletes')
    .open()
  await account.server.openAccount('globex')
  hank = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Compliance Officer'] })
})
afterAll(() => account?.close())

let number = 10
const add = (group: string, fields: Parameters<TestAccount['addCall']>[2] = {}) =>
  account.addCall(number++, group, { group, ...fields })

let [call, other, elsewhere] = ['', '', '']
beforeEach(async () => {
  call = await add('London')
  other = await add('London')
  elsewhere = await add('Lisbon')
})

type Person = keyof typeof account.tokens
type Answer = CallResponse<typeof calls.deletePayloads> & Partial<ErrorRecord>

const remove = async (who: Person, payload_references: readonly string[], reason = 'Recorded by mistake') => {
  const body = { payload_references, reason }
  const response = await account.server.call('POST', `${base}/payloads/delete`, { token: account.tokens[who], body })
  return { status: response.status, body: (await response.json()) as Answer }
}
const resultsOf = ({ body }: Awaited<ReturnType<typeof remove>>) => body.items.map(({ result, code }) => code ?? result)
const restore = async (who: Person, reference: string) => {
  const path = `${base}/payloads/${reference}/restore`
  const response = await account.server.call('POST', path, { token: account.tokens[who] })
  return { status: response.status, body: (await response.json()) as PayloadDetail & Partial<ErrorRecord> }
}
const restoreAll = async (who: Person, payload_references: readonly string[]) => {
  const body = { payload_references }
  const response = await account.server.call('POST', `${base}/payloads/restore`, { token: account.tokens[who], body })
  const { items } = (await response.json()) as CallResponse<typeof calls.restorePayloads>
  return items.map(({ result, code }) => code ?? result)
}
const payloadOf = (reference: string) =>
  account.server.getJson<PayloadDetail>(`${base}/payloads/${reference}`, account.tokens.ruth)
const recordsOf = async (reference: string) =>
  (await account.server.getJson<PayloadAudit>(`${base}/payloads/${reference}/audit`, account.tokens.ruth)).records

describe('a deleted recording', () => {
  it('says who deleted it, when and why, in its custody as well, until it is restored', async () => {
    const reason = 'Wrong <b>device</b>\u202e'
    expect((await remove('ruth', [call], reason)).body.items).toEqual([{ payload_reference: call, result: 'deleted' }])
    expect(await payloadOf(call)).toMatchObject({
      payload_state: 'Deleted',
      deletion: { deleted_at: expect.any(String), deleted_by: 'ruth', reason, former_state: 'Processed' },
    })
    expect((await recordsOf(call))[0]).toMatchObject({ action: 'payload.deleted', actor: 'ruth', reason })
    expect(await restore('ruth', call)).toMatchObject({
      status: 200,
      body: { payload_state: 'Processed', deletion: null },
    })
    expect((await recordsOf(call))[0]).toMatchObject({ action: 'payload.restored', actor: 'ruth' })
  })

  it('is found by its state, and no longer after the restore', async () => {
    const deleted = async () => {
      const query = 'filter[payload_states][]=Deleted&query_result_type=total'
      return (await account.server.getJson<{ total: number }>(`${base}/payloads?${query}`, account.tokens.ruth)).total
    }
    const before = await deleted()
    await remove('ruth', [call, other])
    expect(await deleted()).toBe(before + 2)
    await restore('ruth', other)
    expect(await deleted()).toBe(before + 1)
  })

  it('hands out no content, not even with an address from before', async () => {
    const [message = ''] = await addSealedMessages(account, [
      { text: 'at noon', thread_id: 'a', group: 'London', device_reference: 'R58', payload_time: new Date() },
    ])
    const data = () =>
      account.server.call('GET', `${base}/payloads/${message}/data?action=play`, { token: account.tokens.otto })
    const opened = await data()
    const { s3_url } = (await opened.json()) as { s3_url: string }
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const media = () => account.server.call('GET', s3_url, { headers: { cookie } })
    expect((await media()).status).toBe(200)
    await remove('ruth', [message])
    expect(await (await data()).json()).toEqual({ status: 'NoS3Url', s3_url: null })
    expect((await media()).status).toBe(403)
    await restore('ruth', message)
    expect((await media()).status).toBe(200)
  })
})

describe('deleting', () => {
  it('decides on each recording by itself, and answers hidden ones like unknown ones', async () => {
    const waiting = await add('London', { payload_state: 'Recorded' })
    const unknown = ulid()
    const answer = await remove('lena', [elsewhere, call, unknown, waiting])
    expect(resultsOf(answer)).toEqual(['payload.not_found', 'deleted', 'payload.not_found', 'payload.not_deletable'])
    expect((await payloadOf(elsewhere)).payload_state).toBe('Processed')
    expect((await payloadOf(waiting)).payload_state).toBe('Recorded')
  })

  it.each(['NotRecorded', 'Failed', 'Quarantined', 'NotRecoverable', 'Transferred'] as const)(
    'and restoring lead from %s and back to it',
    async (payload_state) => {
      const reference = await add('London', { payload_state })
      expect(resultsOf(await remove('ruth', [reference]))).toEqual(['deleted'])
      expect((await restore('ruth', reference)).body.payload_state).toBe(payload_state)
    },
  )

  it('is refused for recordings on their way, and for destroyed ones', async () => {
    for (const payload_state of ['Recorded', 'Uploaded', 'Scanning', 'Destroyed'] as const) {
      const reference = await add('London', { payload_state })
      expect(resultsOf(await remove('ruth', [reference]))).toEqual(['payload.not_deletable'])
    }
  })

  it('again changes nothing: the first reason stands', async () => {
    await remove('ruth', [call], 'First')
    expect(resultsOf(await remove('lena', [call], 'Second'))).toEqual(['deleted'])
    expect((await payloadOf(call)).deletion).toMatchObject({ deleted_by: 'ruth', reason: 'First' })
    expect((await recordsOf(call)).filter(({ action }) => action === 'payload.deleted')).toHaveLength(1)
  })

  it('by two people at once happens once, and so does restoring', async () => {
    const answers = await Promise.all([remove('ruth', [call, other], 'One'), remove('lena', [other, call], 'Two')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const reference of [call, other]) {
      expect((await recordsOf(reference)).filter(({ action }) => action === 'payload.deleted')).toHaveLength(1)
    }
    const restored = await Promise.all([restore('ruth', call), restore('lena', call)])
    expect(restored.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('needs the right to delete, the account and a token', async () => {
    expect((await remove('otto', [call])).status).toBe(403)
    const body = { payload_references: [call], reason: 'x' }
    const path = `${base}/payloads/delete`
    expect((await account.server.call('POST', path, { token: hank, body })).status).toBe(401)
    expect((await account.server.call('POST', path, { body })).status).toBe(401)
    expect((await payloadOf(call)).payload_state).toBe('Processed')
  })

  it('needs a reason that says something, and 1 to 100 different recordings', async () => {
    for (const reason of ['', ' \n', '\u202e', 'x'.repeat(maxDeletionReasonCharacters + 1), 'x'.repeat(10_000)]) {
      expect((await remove('ruth', [call], reason)).status).toBe(400)
    }
    expect((await remove('ruth', [call], 'x'.repeat(maxDeletionReasonCharacters))).status).toBe(200)
    expect((await remove('ruth', [])).status).toBe(400)
    expect((await remove('ruth', [call, call])).status).toBe(400)
    expect(
      (
        await remove(
          'ruth',
          Array.from({ length: 101 }, () => ulid()),
        )
      ).status,
    ).toBe(400)
  })

  it('is on the trail with its reason and what became of each', async () => {
    await remove('lena', [call, elsewhere], 'Private call')
    const entry = await account.read(({ db }) =>
      db
        .selectFrom('user_activities')
        .select(['events', 'denial_reason', 'group'])
        .where('client', '=', client)
        .where('call', '=', 'POST /payloads/delete')
        .orderBy('log_id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toMatchObject({ denial_reason: 'payload.not_found', group: 'London' })
    expect(entry.events).toMatchObject([
      {
        event: 'payload.deleted',
        details: {
          reason: 'Private call',
          payloads: [
            { payload_reference: call, status: 'deleted' },
            { payload_reference: elsewhere, status: 'payload.not_found' },
          ],
        },
      },
    ])
  })
})

describe('restoring', () => {
  it('is for those who may restore in the group, and only of deleted recordings', async () => {
    expect(await restore('ruth', call)).toMatchObject({ status: 409, body: { code: 'payload.illegal_transition' } })
    await remove('ruth', [call, elsewhere])
    expect((await restore('otto', call)).status).toBe(403)
    expect((await restore('nora', call)).status).toBe(403)
    expect(await restore('lena', elsewhere)).toMatchObject({ status: 404, body: { code: 'payload.not_found' } })
    expect((await restore('lena', ulid())).status).toBe(404)
    expect((await restore('lena', call)).status).toBe(200)
  })
})

describe('restoring several', () => {
  it('restores each that is deleted, and says why not the others', async () => {
    await remove('ruth', [call, elsewhere])
    const unknown = ulid()
    expect(await restoreAll('lena', [call, other, elsewhere, unknown])).toEqual([
      'restored',
      'payload.not_deleted',
      'payload.not_found',
      'payload.not_found',
    ])
    expect((await payloadOf(call)).payload_state).toBe('Processed')
    expect((await payloadOf(elsewhere)).payload_state).toBe('Deleted')
    expect((await recordsOf(call))[0]).toMatchObject({ action: 'payload.restored', actor: 'lena' })
  })

  it('can be repeated by whoever did it, and then changes nothing', async () => {
    await remove('ruth', [call, other])
    expect(await restoreAll('ruth', [call, other])).toEqual(['restored', 'restored'])
    const { length } = await recordsOf(call)
    expect(await restoreAll('ruth', [call, other])).toEqual(['restored', 'restored'])
    expect(await recordsOf(call)).toHaveLength(length)
    expect(await restoreAll('lena', [call])).toEqual(['payload.not_deleted'])
  })
})

describe('a list without deleted recordings', () => {
  const page = (query: string) =>
    account.server.getJson<{ items: { payload_reference: string }[]; last_key: string | null }>(
      `${base}/payloads?${query}`,
      account.tokens.ruth,
    )
  const total = async (query: string) =>
    (
      await account.server.getJson<{ total: number }>(
        `${base}/payloads?query_result_type=total&${query}`,
        account.tokens.ruth,
      )
    ).total
  const all = async (query: string) => {
    const found: string[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const next: Awaited<ReturnType<typeof page>> = await page(
        `limit=2&${query}${last_key && `&last_key=${last_key}`}`,
      )
      expect(next.items.length).toBe(next.last_key === null ? next.items.length : 2)
      found.push(...next.items.map(({ payload_reference }) => payload_reference))
      last_key = next.last_key
    }
    return found
  }
  const exported = async (filter: object) => {
    const asked = { list: 'listPayloads', query: { filter } }
    const rows = await new Exports(account.server, client).rows<{ payload_reference: string }>(
      account.tokens.ruth,
      asked,
    )
    return rows.map(({ payload_reference }) => payload_reference)
  }

  it('has all others, in full pages, and counts them', async () => {
    const before = await all('')
    const hidden = before.slice(1, 4)
    await remove('ruth', hidden)
    const deleted = (await page('limit=100&filter[payload_states][]=Deleted')).items.map((one) => one.payload_reference)
    expect(deleted).toEqual(expect.arrayContaining(hidden))
    const left = before.filter((reference) => !deleted.includes(reference))
    expect(await all('filter[is_deleted]=false')).toEqual(left)
    expect(await exported({ is_deleted: false })).toEqual(left)
    expect(await all('')).toEqual(before)
    expect(await all('filter[is_deleted]=true')).toEqual(before.filter((reference) => deleted.includes(reference)))
    expect(await total('filter[is_deleted]=false&filter[is_late]=false')).toBe(left.length)
    expect(await total('filter[is_deleted]=true&filter[payload_states][]=Processed')).toBe(0)
  })

  it('is counted by the counters', async () => {
    const payload_time = new Date().toISOString()
    const counted = {
      group: 'London',
      payload_time,
      payload_type: 'Call',
      payload_state: 'Processed',
      by: 1000,
    } as const
    await account.write((tx) => tx.executeAll([counterStatement(tx, [counted])]))
    await remove('ruth', [call])
    const deleted = await total('filter[payload_states][]=Deleted')
    expect(deleted).toBeGreaterThan(0)
    expect(await total('filter[is_deleted]=false')).toBe((await total('')) - deleted)
    expect(await total('filter[is_deleted]=true')).toBe(deleted)
  })
})
