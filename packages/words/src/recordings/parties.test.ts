import type { Payload } from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { namedNumbers, partiesOf, partyName } from './parties.ts'

const own = { phone_number: '+447700900001', name: 'Device user' }
const joy = { phone_number: '+447700900123', name: 'Joy Adeyemi' }
const sam = { phone_number: '+447700900456', name: 'Sam Reid' }

const namesIn = (meta: Payload['meta'], numbers: (string | null)[]): (string | undefined)[] =>
  partiesOf({ numbers, meta }).map(({ name }) => name)

it('numbers are named as the handset knew them', () => {
  const meta = {
    second_parties: [{ phone_number: '+447700900123', name: 'Joy\u202e Adeyemi' }, { phone_number: 'HSBC' }],
  }
  expect(namedNumbers({ meta, numbers: ['+447700900123', 'HSBC'] })).toEqual([['+447700900123', 'Joy\ufffd Adeyemi']])
})

it('a party has the name that somebody corrected, and is marked', () => {
  const amended = { amended_at: '2026-11-24T00:00:00.000Z', amended_by: 'ruth' }
  const amendments = {
    version: 1,
    updated_at: amended.amended_at,
    updated_by: 'ruth',
    notes: null,
    party_names: [{ phone_number: null, name: 'The lawyer', ...amended }],
    personal: null,
  }
  const meta = { second_parties: [joy, { phone_number: null, name: 'Unknown' }] }
  expect(partiesOf({ meta, numbers: [joy.phone_number], amendments })).toEqual([
    { number: joy.phone_number, name: 'Joy Adeyemi' },
    { number: null, name: 'The lawyer', isAmended: true },
  ])
})

describe('the other side of a message', () => {
  it('leaves out the device user who sent it', () => {
    const message_parties = [
      { ...own, role: 'from' as const },
      { ...joy, role: 'to' as const },
    ]
    expect(namesIn({ direction: 'O', message_parties }, [joy.phone_number])).toEqual(['Joy Adeyemi'])
  })

  it('leaves out the device user who got it, or got a copy', () => {
    const message_parties = [
      { ...joy, role: 'from' as const },
      { ...own, role: 'cc' as const },
      { ...sam, role: 'to' as const },
    ]
    const numbers = [joy.phone_number, sam.phone_number]
    expect(namesIn({ direction: 'CC', message_parties }, numbers)).toEqual(['Joy Adeyemi', 'Sam Reid'])
  })

  it('keeps everybody if the handset listed only others', () => {
    const message_parties = [
      { ...joy, role: 'from' as const },
      { ...sam, role: 'cc' as const },
    ]
    const numbers = [joy.phone_number, sam.phone_number]
    expect(namesIn({ direction: 'I', message_parties }, numbers)).toEqual(['Joy Adeyemi', 'Sam Reid'])
  })

  it('keeps everybody if several could be the device user', () => {
    const message_parties = [
      { ...joy, role: 'from' as const },
      { ...own, role: 'to' as const },
      { ...sam, role: 'to' as const },
    ]
    expect(namesIn({ direction: 'I', message_parties }, [joy.phone_number])).toHaveLength(3)
  })
})

it('makes bidirectional control characters in a name visible', () => {
  expect(partyName({ number: null, name: 'Joy \u202Egnp.exe' }, 'unknown')).toBe('Joy \uFFFDgnp.exe')
})
