import { translateProblems, type ValidationProblem } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'

let server: TestServer
let desk: SupportDesk

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme')
  const boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  desk = await SupportDesk.open(server, 'acme', boss)
})
afterAll(() => server?.stop())

/** What a form shows at its fields. */
const refusedAt = async (response: Response): Promise<unknown> => {
  const { code, errors = [] } = (await response.json()) as { code?: string; errors?: ValidationProblem[] }
  const told = Object.entries(translateProblems(errors)).map(([field, { message }]) => [field, message])
  return [response.status, code, Object.fromEntries(told)]
}
const refused = (field: string) => [400, 'request.invalid', { [field]: `The ${field} field is required.` }]

it.each(['', '   ', '\n\t', '\u200b'])(
  'a request, rejection or revocation with the reason %j is refused',
  async (reason) => {
    expect(await refusedAt(await desk.ask({ request_description: reason }))).toEqual(refused('request_description'))
    const { request_reference } = await desk.asked()
    const rejection = { approval_state: 'rejected', rejection_reason: reason }
    expect(await refusedAt(await desk.decide(request_reference, rejection))).toEqual(refused('rejection_reason'))
    await desk.decided(request_reference, 'approved')
    const revocation = { ...rejection, approval_state: 'revoked' }
    expect(await refusedAt(await desk.decide(request_reference, revocation))).toEqual(refused('rejection_reason'))
  },
)

it('a decision needs no reason', async () => {
  for (const reason of [{}, { rejection_reason: null }, { rejection_reason: ' Not today.\n' }]) {
    const { request_reference } = await desk.asked()
    expect((await desk.decide(request_reference, { approval_state: 'rejected', ...reason })).status).toBe(200)
  }
})
