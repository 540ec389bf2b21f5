import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { headerBytes, sealedSegmentBytes, sealedSize } from '../src/envelope/layout.ts'
import { generateClientKeyPair, sealBytes, sealProblems } from '../src/index.ts'
import { contentOf } from './recordings.ts'

const context = { payload_reference: 'reference', payload_type: 'Call', device_reference: 'device' }
const p256 = (await generateClientKeyPair()).public_key
const rsa = (modulusLength: number) =>
  String(generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'pem' }))
const wrapped = async (public_key: string) => (await sealBytes(contentOf(1), { ...context, public_key })).encrypted_dek

const ofP256 = await wrapped(p256)
const ofRsa = await wrapped(rsa(2048))
const bytesOfP256 = Buffer.from(ofP256, 'base64url')
const changed = (at: number, byte: number) => {
  const bytes = Buffer.from(bytesOfP256)
  bytes[at] = byte
  return bytes.toString('base64url')
}

describe('the fields that a handset registers for a sealed object', () => {
  it.each([
    ['P-256', p256, 143],
    ['RSA of 2048 bits', rsa(2048), 344],
    ['RSA of 3072 bits', rsa(3072), 515],
  ])('are accepted when it was sealed to %s', async (_, public_key, characters) => {
    for (const plain of [0, 1, 65_535, 65_536, 65_537]) {
      const { content, encrypted_dek, iv } = await sealBytes(contentOf(plain), { ...context, public_key })
      expect([encrypted_dek.length, iv.length]).toEqual([characters, 10])
      expect(sealProblems({ encrypted_dek, iv, size: content.length })).toEqual([])
    }
  })

  it('may be absent', () => expect(sealProblems({})).toEqual([]))

  it.each([
    ['', 'nothing'],
    ['abc', 'too few characters'],
    ['AAAAAAAAA=', 'padding'],
    ['AAAAAAAA==', 'padding for 6 bytes'],
    ['AAAAAAAAAA==', 'padding for 7 bytes'],
    ['AAAAAAAAAAA', '8 bytes'],
    ['AAAAAAAAAB', 'unused bits'],
    ['AAAAAAAA+A', 'another alphabet'],
    ['AAAAAAAAA\n', 'a line break'],
  ])('refuse the iv %j: %s', (iv) => {
    expect(sealProblems({ iv }).map(({ field }) => field)).toEqual(['iv'])
  })

  it.each([
    ['two bytes', 'AQE'],
    ['nothing', ''],
    ['143 letters', 'A'.repeat(143)],
    ['padding', `${ofP256}=`],
    ['one character less', ofP256.slice(0, -1)],
    ['one character more', `${ofP256}A`],
    ['unused bits', `${ofP256.slice(0, -1)}B`],
    ['another version', changed(0, 2)],
    ['an unknown algorithm', changed(1, 3)],
    ['a P-256 wrapping marked as RSA', changed(1, 2)],
    ['a compressed point', changed(2, 2)],
    ['a point off the curve', changed(40, (bytesOfP256[40] ?? 0) ^ 1)],
    ['RSA of less than 2048 bits', ofRsa.slice(0, -4)],
    ['standard base64', Buffer.alloc(107, 0xff).fill(bytesOfP256.subarray(0, 3), 0, 3).toString('base64')],
  ])('refuse an encrypted_dek of %s', (_, encrypted_dek) => {
    expect(sealProblems({ encrypted_dek }).map(({ field }) => field)).toEqual(['encrypted_dek'])
  })

  it.each([
    0,
    1,
    59,
    60.5,
    headerBytes + sealedSegmentBytes + 16,
    sealedSize(65_536) + 1,
    Number.MAX_SAFE_INTEGER + 1,
    Number.NaN,
  ])('refuse a size of %d', (size) => {
    expect(sealProblems({ size }).map(({ field }) => field)).toEqual(['size'])
  })

  it('are refused with a message for each problem', () => {
    expect(sealProblems({ encrypted_dek: 'AQE', iv: 'abc', size: 1 }).map(({ message }) => message)).toEqual([
      expect.stringContaining('143 characters'),
      expect.stringContaining('10 characters'),
      expect.stringContaining('60 bytes'),
    ])
  })
})
