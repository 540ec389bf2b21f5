import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'

/** An unknown filter is refused, whatever its name: callers would believe that it was applied. */

const client = 'acme'
const lists: readonly [string, CallDeclaration][] = Object.entries<CallDeclaration>(calls).filter(
  ([, { method, query, catalogue, path }]) =>
    method === 'GET' && query?.properties.filter && catalogue !== 'admin-internal' && !path.includes('{'),
)

/** The parser counts empty parameters towards its limit of 1,000. */
const emptyParameters = '&'.repeat(1000)
const manyParameters = Array.from({ length: 500 }, () => 'limit=1&').join('')

const refused = [
  'filter[__proto__]=x',
  'filter[__proto__][groups]=x',
  'filter%5B__proto__%5D=x',
  '__proto__[filter]=x',
  '__proto__=x',
  'filter[constructor]=x',
  'filter[constructor][prototype]=x',
  'filter[prototype]=x',
  'filter[hasOwnProperty]=x',
  'filter[toString]=x',
  'filter[valueOf]=x',
  'constructor=x',
  'toString=x',
  'hasOwnProperty[filter]=x',
  'filter[]=x',
  'filter[]',
  'filter[][]=x',
  'filter=x',
  'filter=',
  'filter',
  'filter[0]=x',
  'filter[unknown]=x',
  'filter[%00]=x',
  'filter[ ]=x',
  'filter.groups=x',
  'filter[a][b][c][d][e][f][g]=x',
  '[filter][unknown]=x',
  '[]=x',
  '=x',
  '%E0%A4%A=x',
  `${manyParameters}filter[groups][0]=x`,
  `${emptyParameters}filter[unknown]=x`,
  `${emptyParameters}limit=none`,
]

describe('an unknown filter', () => {
  let server: TestServer
  let token: string

  beforeAll(async () => {
    server = await TestServer.start()
    await server.openAccount(client, ['Equities'])
    token = await server.signIn(client, {
      user_reference: 'ann',
      roles: ['Account Administrator', 'Compliance Officer'],
    })
  })
  afterAll(() => server?.stop())

  it.each(lists)('is refused by %s', async (_name, call) => {
    const path = fullPath(call).replace('{client}', client)
    const answers = []
    for (const query of refused) answers.push([query, (await server.call('GET', `${path}?${query}`, { token })).status])
    expect(answers).toEqual(refused.map((query) => [query, 400]))
  })

  it('is named in the error', async () => {
    const response = await server.call('GET', `/api/admin/v1/${client}/groups?filter[__proto__]=x`, { token })
    expect(await response.json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: '/query/filter[__proto__]', keyword: 'additionalProperties' }],
    })
  })

  it('is refused by calls without query parameters, too', async () => {
    for (const query of ['__proto__=x', 'constructor=x', '=x']) {
      expect((await server.call('GET', `/api/admin/v1/${client}/profile?${query}`, { token })).status).toBe(400)
    }
  })

  it('does not prevent known filters in any notation', async () => {
    const found = async (query: string) =>
      (await server.getJson<{ count: number }>(`/api/admin/v1/${client}/groups?${query}`, token)).count
    expect(await found('filter[groups][0]=Equities')).toBe(1)
    expect(await found('filter[groups][]=Equities&&')).toBe(1)
    expect(await found('filter%5Bgroups%5D%5B0%5D=nobody')).toBe(0)
    expect(await found('filter[groups][0]=nobody&filter[groups][1]=Equities')).toBe(1)
  })
})
