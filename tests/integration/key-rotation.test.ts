import type { Payload, PublicKeys } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountUnderAttack } from '../attacks/account-under-attack.ts'
import { untilStatus } from '../setup/handset-status.ts'
import { SupportDesk } from '../setup/support-desk.ts'

const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }], content_type: 'audio/amr' }

let account: AccountUnderAttack
let desk: SupportDesk
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  desk = await SupportDesk.open(account.server, 'acme', account.tokens.boss)
})
afterAll(() => account?.stop())

const rotate = (client = 'acme', token = desk.tokens.nadia) =>
  account.server.call('POST', `/api/admin/v1/public_keys/${client}/rotation`, { token })

const rotated = async (): Promise<PublicKeys> => {
  const response = await rotate()
  expect(response.status).toBe(200)
  return (await response.json()) as PublicKeys
}

const keysOf = async (query: string): Promise<PublicKeys[]> => {
  const path = `/api/admin/v1/public_keys?filter[client]=acme&${query}`
  return (await account.server.getJson<{ items: PublicKeys[] }>(path, desk.tokens.nadia)).items
}

/** Records a call, waits until it is processed, and returns the id of the key that it was sealed to. */
const recordCall = async (): Promise<{ payload_reference: string; key_id: string | null }> => {
  const { handset, server, tokens } = account
  const { registration, object } = handset.record(account.content, 'Call', { ...call })
  const { payload_reference } = registration
  await handset.register(registration, object)
  await untilStatus(handset, payload_reference, 'processed')
  const path = `/api/client/v1/acme/payloads/${payload_reference}`
  const { key_id } = await server.getJson<Payload>(path, tokens.boss)
  return { payload_reference, key_id }
}

const playedContent = async (payload_reference: string): Promise<Buffer> => {
  const media = await account.fetchMedia(await account.requestPlayback(account.tokens.boss, payload_reference))
  return Buffer.from(await media.arrayBuffer())
}

describe('POST /public_keys/{client}/rotation', () => {
  it('creates a key that is used at once, while older recordings still open', async () => {
    const before = await recordCall()
    const key = await rotated()
    expect(key).toMatchObject({ client: 'acme', algorithm: 'ECDH-ES+A256KW', is_current: true })
    expect(await keysOf('filter[is_current]=true')).toEqual([key])
    expect(await keysOf('filter[is_current]=false')).toMatchObject([{ key_id: before.key_id }])
    // Until its next registration, the handset uses the key that it knows. Recordings made meanwhile are not lost.
    const meanwhile = await recordCall()
    expect(meanwhile.key_id).toBe(before.key_id)
    const after = await recordCall()
    expect(after.key_id).toBe(key.key_id)
    for (const { payload_reference } of [before, meanwhile, after]) {
      expect(await playedContent(payload_reference)).toEqual(account.content)
    }
  })

  it('is on the trails of the account and of the provider', async () => {
    const [current] = await keysOf('filter[is_current]=true')
    const { key_id } = await rotated()
    const events = [{ event: 'public_key.rotated', details: { client: 'acme', key_id, replaced: current?.key_id } }]
    expect((await desk.trail('acme')).at(-1)).toMatchObject({ user_id: 'admin/nadia', events })
    const atHome = (await desk.trail('admin')).findLast(({ call: name }) => name.includes('rotation'))
    expect(atHome).toMatchObject({ user_id: 'nadia', events })
  })

  it('leaves exactly one current key after several rotations at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => rotate()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await keysOf('filter[is_current]=true')).toHaveLength(1)
  })

  it('shows the private key to nobody', async () => {
    const response = await rotate()
    const list = await account.server.call('GET', '/api/admin/v1/public_keys', { token: desk.tokens.nadia })
    for (const text of [await response.text(), await list.text()]) expect(text).not.toMatch(/PRIVATE|private|wrapped/)
  })

  it.each<[string, string, keyof SupportDesk['tokens'], number]>([
    ['an account that does not exist', 'nowhere', 'nadia', 404],
    ['an invalid account', 'No Account', 'nadia', 400],
    ['support staff', 'acme', 'marc', 403],
    ["a customer's people", 'acme', 'boss', 401],
  ])('is refused for %s', async (_what, client, who, status) => {
    expect((await rotate(encodeURIComponent(client), desk.tokens[who])).status).toBe(status)
  })
})
