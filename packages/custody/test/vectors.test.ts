import { describe, expect, it } from 'vitest'
import enrolment from '../../../docs/test-vectors/enrolment-ulid.json' with { type: 'json' }
import recordings from '../../../docs/test-vectors/recording-envelope.json' with { type: 'json' }
import { openBytes, openEnrolmentUlid, unwrapDek } from '../src/index.ts'
import { enrolmentVectors, recordingVectors, vectorContent } from './vectors.ts'

describe('the published test vectors', () => {
  it('are what the code derives from their inputs', async () => {
    expect(await recordingVectors()).toEqual(recordings)
    expect(await enrolmentVectors()).toEqual(enrolment)
  })

  it.each(['wrapping_p256', 'wrapping_rsa'] as const)('unwrap: %s', async (name) => {
    const { encrypted_dek, private_key, dek } = recordings[name]
    expect(Buffer.from(await unwrapDek(encrypted_dek, private_key)).toString('hex')).toBe(dek)
  })

  it("open with the product's code", async () => {
    const { recording } = recordings
    const whole = recording.sealed.flatMap((vector) => (vector.sealed ? [{ ...vector, sealed: vector.sealed }] : []))
    expect(whole.length).toBe(3)
    for (const { content_size, sealed } of whole) {
      const opened = await openBytes(Buffer.from(sealed, 'hex'), Buffer.from(recording.dek, 'hex'), recording)
      expect(opened).toEqual(vectorContent(content_size))
    }
    expect(await openEnrolmentUlid(enrolment)).toBe(enrolment.ulid)
  })
})
