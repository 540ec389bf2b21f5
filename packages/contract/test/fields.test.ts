import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/index.ts'
import { accepts } from './both-validators.ts'

const long = (length: number, character = 'a') => character.repeat(length)
const nul = '\u0000'

interface Rows {
  schema: TSchema
  passes: readonly unknown[]
  refused: readonly unknown[]
}

/** Every field rule of rules-and-calls section 5, with values that it accepts and refuses. */
const table: Record<string, Rows> = {
  DeviceReference: {
    schema: contract.DeviceReference,
    passes: ['R58M123', 'a', 'has inner space', 'ação', '手機', "o'neil", long(255)],
    refused: ['', ' x', ...[...',+#/:'].flatMap((c) => [`${c}x`, `x${c}`, `x${c}y`]), 'x\n', 'x\u0007', long(256), 1],
  },
  DeviceUserReference: {
    schema: contract.DeviceUserReference,
    passes: ['abc', 'a@b', 'a b', 'a/b:c+d', long(60), '😀😀😀', long(60, '😀')],
    refused: ['', 'ab', ' ab', ',ab', 'a,b', 'abc,', 'abc\n', `ab${nul}`, long(61), long(61, '😀'), null],
  },
  FirstName: {
    schema: contract.FirstName,
    passes: ['J', 'José', 'Mary Jane', "D'Arcy", long(35)],
    refused: ['', ' J', ',J', 'J,', 'J\n', 'J\r', long(36)],
  },
  Surname: {
    schema: contract.Surname,
    passes: ['S', 'van der Berg', '李', long(35)],
    refused: ['', ' S', ',S', 'S,T', 'S\n', 'S\u007f', long(36)],
  },
  Email: {
    schema: contract.Email,
    passes: ['a@b', 'ana.silva+x@example.com', 'é@exämple.de', `${long(251)}@b.c`],
    refused: ['', 'a@', '@b', 'ab', 'a b@c', 'a@b@c', 'a@b\n', ' a@b', `a${nul}@b`, `${long(252)}@b.c`],
  },
  GroupReference: {
    schema: contract.GroupReference,
    passes: ['ab', 'Sales, Lisbon', 'A/B', long(255)],
    refused: ['', 'a', ' ab', ',ab', 'ab\n', long(256)],
  },
  RoleReference: {
    schema: contract.RoleReference,
    passes: ['abc', 'Compliance Officer', 'a-_.!()b', '(x)', long(35)],
    refused: ['ab', ' abc', 'abc ', 'a/c', 'a,b', 'ação', 'abc\n', 'a\tb', long(36)],
  },
  TagKey: {
    schema: contract.TagKey,
    passes: ['a', 'Cost centre', '!', long(60)],
    refused: ['', ' ', ' a', 'a ', 'a:b', 'é', 'a\n', long(61)],
  },
  TagValue: {
    schema: contract.TagValue,
    passes: ['', 'Lisboa, Portugal', long(255)],
    refused: ['a\n', nul, long(256), null],
  },
  ClientAppReference: {
    schema: contract.ClientAppReference,
    passes: ['abc', 'My app (1)', long(60)],
    refused: ['ab', ' abc', 'abc ', 'a@c', 'abc\n', long(61)],
  },
  WebhookReference: {
    schema: contract.WebhookReference,
    passes: ['abc', 'SIEM (1)', long(60)],
    refused: ['ab', ' abc', 'abc ', 'a@c', 'abc\n', long(61)],
  },
  WebhookUrl: {
    schema: contract.WebhookUrl,
    passes: ['https://siem.example/holdfast?key=1', 'http://localhost:8080/'],
    refused: ['siem.example', 'ftp://siem.example', 'https://a b', 'https://a\n', `https://${long(2048)}`],
  },
  TransferConfigReference: {
    schema: contract.TransferConfigReference,
    passes: ['abc', 'a:b/c_d-e', '123', long(255)],
    refused: ['ab', 'a b', 'a.b', 'abc\n', 'ábc', long(256)],
  },
  UserReference: {
    schema: contract.UserReference,
    passes: ['abc', 'ana@example.com', 'auth0|123', long(255)],
    refused: ['', 'ab', 'abc\n', long(256)],
  },
  ClientIdentifier: {
    schema: contract.ClientIdentifier,
    passes: ['abc', 'admin', 'bank-1', 'alerts1', `a${long(39)}`],
    refused: ['ab', 'Abc', '1bc', 'ab-', 'a_c', 'abc\n', 'verify', `a${long(40)}`],
  },
  PhoneNumber: {
    schema: contract.NullablePhoneNumber,
    passes: [null, '1', '+351 912 345 678', 'INFO', 'B4NK\n', long(255)],
    refused: ['', nul, long(256), 1],
  },
  PhoneNumberLocal: {
    schema: contract.PhoneNumberLocal,
    passes: ['112', '912 345 678', long(255)],
    refused: ['', '11', '112\n', null, long(256)],
  },
  DiallingPrefix: {
    schema: contract.DiallingPrefix,
    passes: ['+1', '+351', '+1234567'],
    refused: ['', '+', '351', '+0', '+01', '+12345678', '+1\n', '+1a', '+١'],
  },
  PersonalNumber: {
    schema: contract.PersonalNumber,
    passes: ['+123456', `+${long(30, '1')}`],
    refused: ['123456', '+12345', `+${long(31, '1')}`, '+123456\n', '+123 456', '+١٢٣٤٥٦', null],
  },
  PersonalNumberFilter: {
    schema: contract.PersonalNumberFilter,
    passes: ['1', '+1', long(30, '9'), `+${long(30, '9')}`],
    refused: ['', '+', long(31, '9'), '1+', '1\n', '%'],
  },
  Imei: {
    schema: contract.Imei,
    passes: ['356938035643809', long(15, 'A')],
    refused: ['', long(14, '1'), long(16, '1'), `${long(14, '1')}${nul}`],
  },
  OAuth2Code: {
    schema: contract.OAuth2Code,
    passes: [long(36), 'A1b2C3d4-_A1b2C3d4-_A1b2C3d4-_A1b2C3'],
    refused: ['', long(35), long(37), `${long(35)}\n`, `${long(35)} `],
  },
  PayloadReference: {
    schema: contract.PayloadReference,
    passes: [
      '01JD0000000000000000000000',
      '0f8fad5b-d9cb-469f-a165-70867728950e',
      long(36),
      '../../../../../../../../etc',
      `${long(25)}é`,
      '{0F8FAD5B D9CB 469F A165 708677}',
      long(36, '😀'),
    ],
    refused: ['', long(25), long(37), `${long(26)}\n`, `${long(26)}\u202e`, `${long(26)}\ud800`],
  },
  Ulid: {
    schema: contract.Ulid,
    passes: ['01JD0000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    refused: [
      '',
      '81JD0000000000000000000000',
      '01jd0000000000000000000000',
      '01JD000000000000000000000U',
      long(27, '0'),
    ],
  },
  MessageId: {
    schema: contract.MessageId,
    passes: [null, long(32)],
    refused: ['', long(31), long(33), `${long(31)}${nul}`],
  },
  UUIDTimestamp: {
    schema: contract.UUIDTimestamp,
    passes: [long(32), '0f8fad5b-d9cb-469f-a165-70867728950e_1732147200000', `${long(32)} #1/2`, long(255)],
    refused: ['', long(31), `${long(32)}\n`, long(256)],
  },
  State: { schema: contract.State, passes: ['x', 'aZ0-_~!'], refused: ['', 'a b', 'a\n', 'é'] },
  LogMessage: {
    schema: contract.LogMessage,
    passes: ['x', 'two\nlines\tand a tab', long(500_000)],
    refused: ['', nul, `a${nul}`],
  },
  ExpectedDeviceCount: { schema: contract.ExpectedDeviceCount, passes: [0, 1, 100_001], refused: [-1, 0.5, '1', null] },
  SmsLength: { schema: contract.SmsLength, passes: [0, 160], refused: [-1, 1.5, '1'] },
  QueryTotal: { schema: contract.QueryTotal, passes: [0, 1e9], refused: [-1, 0.1, null] },
  LicenceLimit: { schema: contract.LicenceLimit, passes: [0, 100_000], refused: [-1, 100_001, 1.5, '1'] },
  CountryCode: { schema: contract.CountryCode, passes: [1, 99], refused: [0, 100, 1.5, '1'] },
  S3Path: {
    schema: contract.S3Path,
    passes: ['s3://b', 's3://bucket/key'],
    refused: ['', 's3://', 'S3://bucket', 'https://b', ' s3://b', 's3://b\n'],
  },
  IamRoleArn: {
    schema: contract.IamRoleArn,
    passes: [
      'arn:aws:iam::123456789012:role/',
      'arn:aws:iam::123456789012:role/x',
      'arn:aws:iam::1234567890123:role/path/My+Role=,.@_-',
      'arn:aws-us-gov:iam::123456789012:role/x',
    ],
    refused: [
      '',
      'arn:aws:iam::123456789012:role',
      'arn:aws:iam::12345678901:role/xyz',
      'arn:aws:iam::123456789012:user/x',
      'arn:aws:iam::123456789012:role/x\n',
    ],
  },
  SftpRootDirectory: {
    schema: contract.SftpRootDirectory,
    passes: ['/', '/in/box'],
    refused: ['', 'in', './in', ' /in', '/in\n'],
  },
  CidrRange: {
    schema: contract.CidrRange,
    passes: ['10.0.0.0/8', '1/1', '192.168.1/24', '999.999.999.999/99'],
    refused: ['', '10.0.0.0', '10.0.0.0/', '10.0.0.0/123', '1.2.3.4.5/8', '1000.0.0.0/8', '::/0', '10.0.0.0/8\n'],
  },
  OidcIssuer: {
    schema: contract.OidcIssuer,
    passes: ['https://idp.example', 'https://idp.example/tenant'],
    refused: ['', 'http://idp.example', 'idp.example', ' https://idp', 'https://idp\n', 'https://a b'],
  },
  JwksUri: {
    schema: contract.JwksUri,
    passes: ['https://idp.example/jwks'],
    refused: ['', 'http://idp.example/jwks', 'file:///etc/passwd', 'https://x\r\nHost: y'],
  },
  OidcAudience: { schema: contract.OidcAudience, passes: ['abcde', 'api://x'], refused: ['', 'abcd', 'abcde\n'] },
  PublicKey: {
    schema: contract.PublicKey,
    passes: ['-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n'],
    refused: ['', 'MIIB', '-----BEGIN PRIVATE KEY-----\n', ' -----BEGIN PUBLIC KEY-----'],
  },
  PgpKey: {
    schema: contract.PgpKey,
    passes: ['-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ\n-----END PGP PUBLIC KEY BLOCK-----'],
    refused: ['', '-----BEGIN PGP PRIVATE KEY BLOCK-----', 'x-----BEGIN PGP PUBLIC KEY BLOCK-----'],
  },
  Sha256Hex: {
    schema: contract.Sha256Hex,
    passes: [long(64)],
    refused: [long(63), long(65), long(64, 'A'), `${long(64)}\n`],
  },
}

describe.each(Object.entries(table))('%s', (_, { schema, passes, refused }) => {
  it.each(passes.map((value) => [value]))('accepts %j', (value) => expect(accepts(schema, value)).toBe(true))
  it.each(refused.map((value) => [value]))('refuses %j', (value) => expect(accepts(schema, value)).toBe(false))
})

describe('patterns', () => {
  const patterned = Object.entries(contract).flatMap(([name, schema]) =>
    typeof schema === 'object' && 'pattern' in schema ? [[name, String(schema.pattern)] as const] : [],
  )

  it.each(patterned)('of %s is anchored at the start and at the end', (_, pattern) => {
    expect(pattern).toMatch(/^\^.*\$$/)
  })

  /** Catastrophic backtracking would exceed the test's timeout. */
  it.each(patterned)('of %s stays fast on hostile input', (_, pattern) => {
    const expression = new RegExp(pattern, 'u')
    const hostile = ['a ', 'a', '0', '1.', '-', '/', '+', '* ', '. .', 'A/']
    const answers = hostile.map((piece) => expression.test(`${piece.repeat(50_000)}\n`))
    expect(answers).toHaveLength(hostile.length)
  })
})

describe('the reference of a new group', () => {
  const invalid = ['.', '..', 'a\u202eb', '\u2066ab', 'ab\u200f', 'a\u0085b', 'a\u061cb']
  const group = contract.newReference(contract.GroupReference)

  it.each(invalid)('cannot be %j', (name) => {
    expect(accepts(group, name)).toBe(false)
    expect(contract.isValidReference(name)).toBe(false)
  })

  it.each(['...', '.a', 'a..', 'Équipe', 'קבוצה', 'فريق', '👩‍👩‍👧 team'])('can be %j', (name) => {
    expect(accepts(group, name)).toBe(true)
    expect(contract.isValidReference(name)).toBe(true)
  })

  it('is stricter than that of an existing group, which may have a name that is now refused', () => {
    expect(accepts(contract.GroupReference, 'a\u202eb')).toBe(true)
  })
})
