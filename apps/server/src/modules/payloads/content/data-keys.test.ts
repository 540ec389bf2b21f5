import { generateClientKeyPair, importPrivateKey, sealBytes } from '@holdfast/custody'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientKeys } from '../../../core/accounts/index.ts'
import { openingOf } from './data-keys.ts'

const pair = await generateClientKeyPair()
const privateKey = await importPrivateKey(pair.private_key)
const bound = { payload_type: 'Call', device_reference: 'HANDSET' }

const newRecording = async (payload_reference: string) => {
  const names = { ...bound, payload_reference }
  const { encrypted_dek, key_id, iv } = await sealBytes(new Uint8Array(10), { ...names, public_key: pair.public_key })
  return { payload: { client: 'acme', encrypted_dek, key_id }, context: { ...names, iv } }
}

/** Keys of accounts that count how often a data key is unwrapped. */
const countingKeys = (keys: readonly (typeof privateKey | null)[]) => {
  const asked = vi.fn<(client: string, key_id: string) => Promise<typeof privateKey | null>>()
  for (const key of keys) asked.mockResolvedValueOnce(key)
  return { asked, platform: { clientKeys: { privateKey: asked } as unknown as ClientKeys } }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('what opens a recording', () => {
  it('is derived once for requests that follow each other, and forgotten after ten seconds', async () => {
    const { payload, context } = await newRecording('01JD0000000000000000000001')
    const { asked, platform } = countingKeys([privateKey, privateKey])
    const [one, other] = await Promise.all([
      openingOf(platform, payload, context),
      openingOf(platform, payload, context),
    ])
    expect(other).toBe(one)
    // Use does not prolong it.
    vi.advanceTimersByTime(9_000)
    expect(await openingOf(platform, payload, context)).toBe(one)
    vi.advanceTimersByTime(2_000)
    expect(await openingOf(platform, payload, context)).not.toBe(one)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('is another one for other metadata', async () => {
    const { payload, context } = await newRecording('01JD0000000000000000000002')
    const other = await newRecording('01JD0000000000000000000003')
    const { platform } = countingKeys(Array(3).fill(privateKey))
    const one = await openingOf(platform, payload, context)
    expect(await openingOf(platform, other.payload, context)).not.toBe(one)
    expect(await openingOf(platform, payload, { ...context, iv: other.context.iv })).not.toBe(one)
  })

  it('is tried again after a failure', async () => {
    const { payload, context } = await newRecording('01JD0000000000000000000004')
    const { platform } = countingKeys([null, privateKey])
    await expect(openingOf(platform, payload, context)).rejects.toMatchObject({ code: 'envelope.wrong_key' })
    expect((await openingOf(platform, payload, context)).header).toHaveLength(44)
  })
})
