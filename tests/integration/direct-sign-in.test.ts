import { decodeJwt, decodeProtectedHeader } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../setup/server.ts'

let server: TestServer
const tokens = { direct: '', atBroker: '' }
const person = { user_reference: 'olga.reis', roles: ['Auditor', 'Not a role'], user_group: 'London' }

beforeAll(async () => {
  server = await TestServer.start()
  for (const client of ['acme', 'globex']) await server.openAccount(client, ['London'])
  tokens.direct = await server.signIn('acme', person)
  tokens.atBroker = await server.signInAtBroker('globex', person)
})

afterAll(() => server?.stop())

/** The broker stores a session of the browser, which `signIn` does not open. Secrets belong to the account. */
const uncompared = ['identity_records', 'client_keys', 'account_secrets']

const withoutRandomParts = (client: string, text: string): string =>
  text
    .replaceAll(client, 'client')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00:00)?/g, 'time')
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, 'ulid')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
    .replaceAll(/"duration": \d+/g, '"duration"')
    .replaceAll(/"code_challenge": "[\w-]{43}"/g, '"code_challenge"')

const rowsOf = async (client: string): Promise<Record<string, string[]>> => {
  const owner = new pg.Client({ connectionString: server.settings.databaseUrl })
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'app' and column_name = 'client'",
    )
    const contents: Record<string, string[]> = {}
    for (const { name } of tables.filter((table) => !uncompared.includes(table.name))) {
      const { rows } = await owner.query<{ row: string }>(
        `select (to_jsonb(t) - 'client')::text as row from app.${owner.escapeIdentifier(name)} t where client = $1`,
        [client],
      )
      if (rows.length > 0) contents[name] = rows.map(({ row }) => withoutRandomParts(client, row)).sort()
    }
    return contents
  } finally {
    await owner.end()
  }
}

test('leaves the same rows as a sign-in at the broker', async () => {
  const direct = await rowsOf('acme')
  expect(Object.keys(direct)).toEqual(
    expect.arrayContaining(['identity_people', 'portal_users', 'terms_acceptances', 'user_activities']),
  )
  expect(direct).toEqual(await rowsOf('globex'))
})

/** The claims of a token of this account, without those that differ between accounts and seconds. */
const comparable = (token: string, client: string) => {
  const { iat = 0, exp = 0, aud, holdfast_client, ...claims } = decodeJwt(token)
  expect([aud, holdfast_client]).toEqual([`portal.${client}`, client])
  return { ...claims, header: decodeProtectedHeader(token), lifetime: exp - iat }
}

test('issues the same token', () => {
  expect(comparable(tokens.direct, 'acme')).toEqual(comparable(tokens.atBroker, 'globex'))
})
