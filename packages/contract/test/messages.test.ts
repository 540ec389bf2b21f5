import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import { accepts, browserProblems, serverProblems } from './both-validators.ts'

/** The messages of rules-and-calls section 5, for values that break only the pattern. */
const patternRows: readonly [schema: TSchema & { rule?: string }, value: string, message: string][] = [
  [contract.Schedule, 'often', 'Must be a valid cron or rate expression'],
  [contract.SftpRootDirectory, 'in/box', 'Must start with a leading slash "/"'],
  [contract.Email, 'nobody', 'Must be a valid email address'],
  [contract.Ulid, '!', 'Must only contain alphanumeric characters'],
  [contract.TransferConfigReference, 'a b c', "Must only contain alphanumeric characters or ':/-_'"],
  [contract.PgpKey, 'x', 'Must be a valid PGP public key'],
  [contract.PublicKey, 'x', 'Must be a valid public key'],
  [contract.DeviceReference, 'a#b', 'Must not start with a space or contain any of the characters ,+#/:'],
  [contract.DeviceUserReference, ' abc', 'Must not start with a space or contain commas'],
  [contract.GroupReference, ',abc', 'Must not start with a space or comma'],
  [
    contract.RoleReference,
    ' abc',
    'Must not contain special characters apart from -_.!() and spaces, and must not start or end with a space',
  ],
  [contract.CidrRange, '10.0.0.0', 'Must be a valid CIDR range'],
  [contract.DateParameter, 'today', 'Must be a date like 1999-01-01, optionally with a time like -165000'],
  [contract.Timestamp, 'today', 'Must be a valid ISO date'],
  [contract.OidcIssuer, 'http://x', 'Must start with https://'],
  [contract.JwksUri, 'http://x', 'Must start with https://'],
  [contract.IamRoleArn, 'arn:aws:iam::123456789012:user/somebody', 'Must be a valid cloud role ARN'],
  [contract.S3Path, 'http://bucket', 'Must start with s3://'],
  [contract.PersonalNumber, '912', 'Must be numeric with an optional leading plus and 6 to 30 digits'],
]

describe('a value that breaks a pattern', () => {
  it.each(patternRows)('%j given %j is refused with %s', (schema, value, message) => {
    const [fromServer] = serverProblems(schema, value)
    const [fromBrowser] = browserProblems(schema, value)
    if (!fromServer || !fromBrowser) throw new Error('the value was accepted')
    expect(contract.translateProblem(fromServer).message).toBe(message)
    expect(contract.translateProblem(fromBrowser, schema.rule).message).toBe(message)
  })

  it.each(['', '   ', '\n\t\u00a0', '\u200b \u2060'])('calls the text %j missing', (reason) => {
    const schema = Type.Object({ reason: contract.writtenText(20) })
    const [fromServer] = serverProblems(schema, { reason })
    if (!fromServer) throw new Error('the value was accepted')
    expect(contract.translateProblem(fromServer).message).toBe('The reason field is required.')
    expect(accepts(schema, { reason })).toBe(false)
    expect(accepts(schema, { reason: `${reason}x\ny ` })).toBe(true)
  })

  it('has a message for every rule that the contract names', () => {
    const rules = new Set<string>()
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      if ('rule' in schema && 'pattern' in schema) rules.add(String(schema.rule))
      Object.values(schema).forEach(collect)
    }
    Object.values(contract).forEach(collect)
    expect([...rules].filter((rule) => !contract.ruleMessages[rule])).toEqual([])
    expect(rules.size).toBeGreaterThan(30)
  })
})

const Form = Type.Object(
  {
    email: contract.Email,
    count: Type.Optional(contract.ExpectedDeviceCount),
    kind: Type.Optional(contract.AlertScope),
    references: Type.Optional(contract.UlidList),
    oidc_config: Type.Optional(contract.OidcConfig),
  },
  { additionalProperties: false },
)
const email = 'a@b'
const ulid = '01JD0000000000000000000000'

/** The errors `{ path: message }` that a form shows for a whole input, the same from the server and the browser. */
const formRows: readonly [what: string, value: unknown, messages: Record<string, string>][] = [
  ['a missing field', {}, { email: 'The email field is required.' }],
  ['a wrong type', { email, count: 'x' }, { count: 'Please provide a valid integer for the field.' }],
  [
    'a property of a condition missing',
    { email, oidc_config: { issuer: 'https://x', audience: 'abcde' } },
    { 'oidc_config.jwks_uri': 'required' },
  ],
  [
    'an address without its host',
    { email, oidc_config: { issuer: 'ftp://x', audience: 'abcde', jwks_uri: 'https://x' } },
    { 'oidc_config.issuer': 'Must start with https://' },
  ],
  ['an unknown field', { email, colour: 'red' }, { colour: 'This field is not known' }],
  ['not one of', { email, kind: 'x' }, { kind: 'Must be one of the allowed values' }],
  ['too small', { email, count: -1 }, { count: 'Must be at least 0' }],
  ['too short', { email: 'a' }, { email: 'The number of characters must be at least 3' }],
  ['too long', { email: `${'a'.repeat(254)}@b` }, { email: 'The number of characters must be at most 255' }],
  ['an empty list', { email, references: [] }, { references: 'The number of items must be at least 1' }],
  ['the same item twice', { email, references: [ulid, ulid] }, { references: 'Must not contain the same item twice' }],
  ['within a list', { email, references: ['x'] }, { 'references.0': 'Must only contain alphanumeric characters' }],
]

describe('an invalid form', () => {
  it.each(formRows)('%s', (_, value, messages) => {
    const told = (problems: Parameters<typeof contract.translateProblems>[0]) =>
      Object.fromEntries(
        Object.entries(contract.translateProblems(problems)).map(([path, { message }]) => [path, message]),
      )
    expect(told(serverProblems(Form, value))).toEqual(messages)
    const fromBrowser = told(browserProblems(Form, value))
    expect(Object.keys(fromBrowser)).toEqual(Object.keys(messages))
  })

  it('names a missing field also when the problem already points at that field, as on the server', () => {
    const problem = { path: '/body/email', keyword: 'required', params: { missingProperty: 'email' } }
    expect(contract.translateProblems([problem])).toMatchObject({
      email: { id: 'missing_field', values: { field: 'email' }, message: 'The email field is required.' },
    })
  })

  it('carries an id and values, so that it can be translated', () => {
    expect(contract.translateProblem({ path: '/body/x', keyword: 'maxLength', params: { limit: 35 } })).toEqual({
      id: 'too_long',
      values: { limit: 35 },
      message: 'The number of characters must be at most 35',
    })
  })
})
