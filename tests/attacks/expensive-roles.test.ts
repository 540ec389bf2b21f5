import type { Group, RolePreview } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { addRows } from '../setup/rows.ts'
import { TestServer } from '../setup/server.ts'

/** Roles that are too expensive to evaluate are refused at once; expensive ones do not keep others waiting. */

let server: TestServer
/** Can do everything in the account. */
let boss: string
const client = 'acme'
const base = `/api/admin/v1/${client}/roles`

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount(client, ['Equities', 'Rates'])
  boss = await server.signIn(client, { user_reference: 'boss', roles: ['Compliance Officer', 'Account Administrator'] })
})
afterAll(() => server?.stop())

const put = (role: string, version: number, changed: object, token = boss) =>
  server.call('PUT', `${base}/${encodeURIComponent(role)}`, {
    token,
    body: { version, ...draft({ permissions: [], ...changed }) },
  })
const codeOf = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { code: string }).code]
}
const preview = (changed: object, role = 'Probe') =>
  server.call('POST', `${base}/${role}/preview`, { token: boss, body: draft({ permissions: [], ...changed }) })
const previewed = async (changed: object) => (await (await preview(changed)).json()) as RolePreview

describe('expensive roles', () => {
  /** Counts how many small requests the server answers while a large one is being handled. */
  const answersMeanwhile = async (work: Promise<Response>): Promise<number> => {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    let answers = 0
    for (; !isOver; answers++) await server.call('GET', '/healthz')
    await done
    return answers
  }
  const named = (texts: readonly string[], is_regex = true) => ({
    permissions: texts.map((names_matching) => ({
      actions_matching: '*',
      conditions: [{ names_matching, is_regex }],
    })),
  })

  it.each<[string, object]>([
    ['a regex with nested repetitions', named(['((a{1,99}){1,99}){1,99}'])],
    ['a regex that expands to a million characters', named(['(x{1000}){1000}'])],
    ['many large regexes', named(Array.from({ length: 900 }, (_, index) => `${index}[\\pL\\pN]{1,190}`))],
    [
      'many regexes that are slightly too large',
      named(Array.from({ length: 900 }, (_, index) => `${index}[\\pL\\pN]{1,990}x{20}`)),
    ],
    [
      'many conditions',
      {
        permissions: Array.from({ length: 20 }, (_, at) => ({
          actions_matching: '*',
          conditions: Array.from({ length: 1000 }, (_each, index) => ({ names_matching: `*${at}a${index}b*` })),
        })),
      },
    ],
  ])('with %s are refused', async (_what, changed) => {
    expect(await codeOf(put('Too much', 0, changed))).toEqual([400, 'request.invalid'])
    expect((await previewed(changed)).problems).toHaveLength(1)
  })

  it('with regexes that need exponential time elsewhere take linear time', async () => {
    const texts = [
      '(a*)*b',
      '(a|aa)+b',
      '(x+x+)+y',
      '(.*a){20}',
      '(a?){30}a{30}',
      '(.|\\s)*=',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
    ]
    expect((await put('Blows up', 0, named(texts))).status).toBe(200)
    const tess = await server.signIn(client, { user_reference: 'tess', roles: ['Blows up'] })
    const longNames = ['a', 'x', 'ab'].map((text) => ({ group_reference: text.repeat(255).slice(0, 255) }))
    await server.api.platform.database.transaction(client, (tx) => addRows(tx, 'groups', longNames))
    await put('Blows up', 1, { ...named(texts), description: 'so that the new groups count' })
    const { items } = await server.getJson<{ items: Group[] }>(`/api/admin/v1/${client}/groups`, tess)
    expect(items.map(({ group_reference }) => group_reference[0])).toContain('a')
  })

  it('can be copied by somebody who has their thousand permissions', async () => {
    const permissions = Array.from({ length: 999 }, (_, index) => ({
      actions_matching: index % 2 ? 'payloads:*' : 'payloads:(read|play)',
      is_regex: index % 2 === 0,
      is_denied: index % 5 === 0,
      conditions: [
        { names_matching: `Floor ${index}*` },
        { keys_matching: 'desk', values_matching: `*${index % 10}*` },
      ],
    }))
    await server.addRole(client, 'Large', [{ actions_matching: 'roles:*' }, ...permissions])
    const lars = await server.signIn(client, { user_reference: 'lars', roles: ['Large'] })
    expect((await put('Copy', 0, { permissions: permissions.toReversed() }, lars)).status).toBe(200)
  })

  it('with a thousand permissions for thousands of groups keep nobody else waiting', async () => {
    const desks = Array.from({ length: 5_000 }, (_, index) => ({
      group_reference: `Desk ${index}`,
      tags: JSON.stringify([{ tag_key: 'desk', tag_value: String(index % 100) }]),
    }))
    await server.api.platform.database.transaction(client, (tx) => addRows(tx, 'groups', desks))
    const permissions = Array.from({ length: 1000 }, (_, index) => ({
      actions_matching: index % 2 ? '*' : 'payloads:(read|play)',
      is_regex: index % 2 === 0,
      conditions: [{ names_matching: `Desk ${index}*` }, { keys_matching: 'desk', values_matching: `*${index % 10}*` }],
    }))
    const role = 'Thousand'
    expect((await put(role, 0, { permissions })).status).toBe(200)
    for (const name of ['tina', 'theo'])
      await server.signIn(client, { user_reference: name, roles: [role, 'Reviewer'] })
    const half = { permissions: permissions.slice(500) }
    const answers = await answersMeanwhile(preview(half, role))
    const { members } = (await (await preview(half, role)).json()) as RolePreview
    expect(members).toMatchObject({ total: 2, gaining: 0, losing: 2 })
    // A server that did everything in one go would answer only once, at the end.
    expect(answers).toBeGreaterThan(5)
  })
})
