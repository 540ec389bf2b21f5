import { describe, expect, it } from 'vitest'
import { downloadName } from '../../platform/http/index.ts'
import { recordingName } from './recording-name.ts'

const call = {
  payload_reference: '01KAQW3N0VJ1M2T4X5Y6Z7A8B9',
  payload_type: 'Call',
  payload_time: '2026-11-23T16:05:59.123Z',
  device_user_reference: 'amir.khan',
  numbers: ['+447700900123'],
  meta: {},
} as const

const text = { phone_number: '+447700900001', name: 'Own phone', role: 'to' }
const sender = { phone_number: '+447700900123', name: 'Jane Doe', role: 'from' }

describe('the name of a saved recording', () => {
  it.each([
    ['a number', {}, '2026-11-23T1605Z Call amir.khan, +447700900123 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr'],
    [
      'a name in place of its number',
      { meta: { second_parties: [{ phone_number: '+447700900123', name: 'Jane Doe' }] } },
      '2026-11-23T1605Z Call amir.khan, Jane Doe 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr',
    ],
    [
      'a name that somebody corrected, or gave a number without one',
      {
        numbers: ['+447700900123', '+447700900124'],
        amendments: {
          party_names: [
            { phone_number: '+447700900123', name: 'Anna' },
            { phone_number: '+447700900124', name: 'Ben' },
          ],
        },
      },
      '2026-11-23T1605Z Call amir.khan, Anna, Ben 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr',
    ],
    [
      'the other parties of a message alone',
      { payload_type: 'SMS', meta: { message_parties: [sender, text] } },
      '2026-11-23T1605Z SMS amir.khan, Jane Doe 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr',
    ],
    [
      'few people',
      { numbers: ['1', '2', '3', '4'] },
      '2026-11-23T1605Z Call amir.khan, 1, 2 +2 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr',
    ],
    [
      'nobody, where nobody is known',
      { payload_type: 'Photo', numbers: [], device_user_reference: null },
      '2026-11-23T1605Z Photo 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr',
    ],
    [
      'safe characters',
      { device_user_reference: null, meta: { second_parties: [{ phone_number: null, name: '../a\u202eb\n"c' }] } },
      '2026-11-23T1605Z Call .._a_b__c 01KAQW3N0VJ1M2T4X5Y6Z7A8B9.amr',
    ],
  ])('has %s', (_, changed, name) => {
    const payload = { ...call, ...changed } as unknown as typeof call
    expect(downloadName(recordingName(payload as never), 'audio/amr')).toBe(name)
  })

  it('has 120 characters at most, and its whole reference', () => {
    const payload_reference = '0'.repeat(36)
    const numbers = Array.from({ length: 9 }, (_, place) => `${place}`.repeat(200))
    const longest = { ...call, payload_type: 'BlockedCall', payload_reference, numbers }
    const name = downloadName(recordingName(longest as never), 'application/vnd.ms-powerpoint')
    expect(name.length).toBeLessThanOrEqual(120)
    expect(name).toContain(payload_reference)
  })
})
