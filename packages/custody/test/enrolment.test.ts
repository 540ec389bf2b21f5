import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openEnrolmentUlid, sealEnrolmentUlid } from '../src/index.ts'
import { refusal, withBitFlipped } from './recordings.ts'

const enrolment = {
  enrolment_secret: randomBytes(32).toString('base64url'),
  client: 'acme',
  device_reference: 'R58N12ABCDE',
}
const ulid = '01JD0000000000000000000001'
const ulid_encrypted = await sealEnrolmentUlid({ ...enrolment, ulid })

describe('a sealed enrolment ULID', () => {
  it('opens for the account and device for which it was sealed', async () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('')
    const ulids = fc
      .tuple(
        fc.constantFrom(...alphabet.slice(0, 8)),
        fc.array(fc.constantFrom(...alphabet), { minLength: 25, maxLength: 25 }),
      )
      .map(([first, rest]) => first + rest.join(''))
    await fc.assert(
      fc.asyncProperty(ulids, async (any) => {
        const sealed = await sealEnrolmentUlid({ ...enrolment, ulid: any })
        expect(sealed).toMatch(/^[A-Za-z0-9_-]{74}$/)
        expect(await openEnrolmentUlid({ ...enrolment, ulid_encrypted: sealed })).toBe(any)
      }),
      { numRuns: 50 },
    )
  })

  it('differs each time', async () => {
    expect(await sealEnrolmentUlid({ ...enrolment, ulid })).not.toBe(ulid_encrypted)
  })

  it.each([
    { enrolment_secret: randomBytes(32).toString('base64url') },
    { client: 'acme2' },
    { device_reference: 'R58N12ABCDF' },
    { client: 'acm', device_reference: 'eR58N12ABCDE' },
  ])('does not open for %o', async (other) => {
    expect(await refusal(openEnrolmentUlid({ ...enrolment, ...other, ulid_encrypted }))).toBe('envelope.tampered')
  })

  it('does not open with any bit flipped', async () => {
    const bytes = Buffer.from(ulid_encrypted, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(withBitFlipped(bytes, bit)).toString('base64url')
      expect(await refusal(openEnrolmentUlid({ ...enrolment, ulid_encrypted: flipped }))).not.toBe('opened')
    }
  })

  it.each(['', 'AQ', `${ulid_encrypted}A`, `${ulid_encrypted}==`, ulid_encrypted.slice(0, -1), 'é'.repeat(74)])(
    'is malformed as %j',
    async (other) => {
      expect(await refusal(openEnrolmentUlid({ ...enrolment, ulid_encrypted: other }))).toBe('envelope.malformed')
    },
  )

  it.each(['', ulid.toLowerCase(), `8${ulid.slice(1)}`, `${ulid}0`, 'I'.repeat(26)])(
    'cannot be made of %j',
    async (other) => {
      expect(await refusal(sealEnrolmentUlid({ ...enrolment, ulid: other }))).toBe('envelope.malformed')
    },
  )

  it.each([
    { enrolment_secret: 'short' },
    { enrolment_secret: `${enrolment.enrolment_secret}=` },
    { client: '' },
    { device_reference: '' },
  ])('cannot be made with %o', async (other) => {
    expect(await refusal(sealEnrolmentUlid({ ...enrolment, ...other, ulid }))).toBe('envelope.malformed')
  })
})
