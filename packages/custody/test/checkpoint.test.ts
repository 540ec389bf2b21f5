import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  generateCheckpointKeyPair,
  generateClientKeyPair,
  importCheckpointSigner,
  LedgerError,
  rootHash,
  signCheckpoint,
  verifierKeyOf,
  verifyCheckpoint,
} from '../src/index.ts'
import { parseVerifierKey } from '../src/ledger/checkpoint-keys.ts'

const name = 'holdfast.example/acme'
const pair = await generateCheckpointKeyPair(name)
const signer = await importCheckpointSigner(name, pair.private_key)
const checkpoint = { origin: name, size: 4_294_967_297, root: rootHash([]) }
const note = await signCheckpoint(checkpoint, signer)

const refusal = async (attempt: () => Promise<unknown>): Promise<string> => {
  try {
    await attempt()
    return 'accepted'
  } catch (error) {
    if (error instanceof LedgerError) return error.code
    throw error
  }
}

describe('a signed checkpoint', () => {
  it('is a signed note that any Ed25519 verifier can check', () => {
    const [origin, size, root, blank, signature = '', end] = note.split('\n')
    expect([origin, size, blank, end]).toEqual([name, '4294967297', '', ''])
    expect(root).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
    const [dash, signedBy, encoded = ''] = signature.split(' ')
    expect([dash, signedBy]).toEqual(['—', name])
    const x = Buffer.from(pair.verifier_key.split('+').slice(2).join('+'), 'base64').subarray(1).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const signed = Buffer.from(`${origin}\n${size}\n${root}\n`)
    expect(verify(null, signed, key, Buffer.from(encoded, 'base64').subarray(4))).toBe(true)
  })

  it('returns what was signed', async () => {
    expect(await verifyCheckpoint(note, pair.verifier_key)).toEqual(checkpoint)
    expect(verifierKeyOf(signer)).toBe(pair.verifier_key)
  })

  it('may carry further signatures', async () => {
    const other = await generateCheckpointKeyPair('witness.example')
    const cosigned = await signCheckpoint(
      checkpoint,
      await importCheckpointSigner('witness.example', other.private_key),
    )
    const both = note + cosigned.slice(cosigned.indexOf('—'))
    expect(await verifyCheckpoint(both, pair.verifier_key)).toEqual(checkpoint)
    expect(await verifyCheckpoint(both, other.verifier_key)).toEqual(checkpoint)
  })

  it('is refused with any character changed', async () => {
    for (let at = 0; at < note.length; at++) {
      const changed = note.slice(0, at) + (note[at] === 'x' ? 'y' : 'x') + note.slice(at + 1)
      expect(await refusal(() => verifyCheckpoint(changed, pair.verifier_key))).not.toBe('accepted')
    }
  })

  it('is refused when signed by another key of the same name', async () => {
    const other = await generateCheckpointKeyPair(name)
    expect(await refusal(() => verifyCheckpoint(note, other.verifier_key))).toBe('checkpoint.unknown_key')
  })

  it('is refused with another text', async () => {
    const larger = note.replace('4294967297', '4294967298')
    expect(await refusal(() => verifyCheckpoint(larger, pair.verifier_key))).toBe('checkpoint.bad_signature')
    const extended = note.replace('=\n\n', '=\nextension\n\n')
    expect(await refusal(() => verifyCheckpoint(extended, pair.verifier_key))).toBe('checkpoint.bad_signature')
  })

  it.each(['', 'x', '\n\n', note.slice(0, -1), note.replace('4294967297', '04'), note.replace('—', '-')])(
    'is malformed as %j',
    async (text) => {
      expect(await refusal(() => verifyCheckpoint(text, pair.verifier_key))).toBe('checkpoint.malformed')
    },
  )

  it.each([{ origin: '' }, { origin: 'two\nlines' }, { size: -1 }, { size: 0.5 }, { root: new Uint8Array(31) }])(
    'cannot be made of %o',
    async (part) => {
      expect(await refusal(() => signCheckpoint({ ...checkpoint, ...part }, signer))).toBe('checkpoint.malformed')
    },
  )
})

describe('a checkpoint key', () => {
  it('has the same key hash as in other implementations of signed notes', () => {
    const known = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    expect(parseVerifierKey(known).name).toBe('PeterNeumann')
    expect(() => parseVerifierKey(known.replace('c7', 'c8'))).toThrow('does not fit')
    expect(() => parseVerifierKey(known.replace('+AR', '+Ar'))).toThrow(LedgerError)
  })

  it('is refused if it is not a usable Ed25519 key', async () => {
    const { private_key } = await generateClientKeyPair()
    expect(await refusal(() => importCheckpointSigner(name, private_key))).toBe('checkpoint.unusable_key')
    expect(await refusal(() => importCheckpointSigner('two words', pair.private_key))).toBe('checkpoint.unusable_key')
    expect(await refusal(() => verifyCheckpoint(note, 'no key'))).toBe('checkpoint.unusable_key')
  })
})
