import { describe, expect, it } from 'vitest'
import { personalNumberMatcher } from './same-number.ts'

describe('a recorded number matches the personal number', () => {
  it.each([
    ['as it is stored', '+447700900800', '+447700900800'],
    ['with what people put between digits', '+44 (7700) 900-800', '+447700900800'],
    ['after 00', '0044 7700 900800', '+447700900800'],
    ['after the prefix for calls abroad', '011447700900800', '+447700900800'],
    ['without the country code', '07700 900800', '+447700900800'],
    ['without the trunk prefix', '7700900800', '+447700900800'],
    ['without the country code, where there is no trunk prefix', '333 555 1234', '+393335551234'],
    ['with a trunk prefix and a code of a carrier', '0 15 11 98765-4321', '+5511987654321'],
    ['with the trunk prefix 1', '1 (212) 555-0123', '+12125550123'],
    ['without the area code', '98765-4321', '+5511987654321'],
    ['after a code that hides the caller', '#31#07700900800', '+447700900800'],
    ['after another such code', '*67 212 555 0123', '+12125550123'],
  ])('%s', (_what, recorded, personal) => {
    expect(personalNumberMatcher(personal)(recorded)).toBe(true)
  })
})

describe('a recorded number does not match the personal number', () => {
  it.each([
    ['of the same country', '07700900801', '+447700900800'],
    ['of another country with the same ending', '+17700900800', '+447700900800'],
    ['of another area', '21 98765-4321', '+5511987654321'],
    ['with too few digits to tell', '900800', '+447700900800'],
    ['of a service', '999', '+447700900800'],
    ['that is not a number', 'Unknown', '+447700900800'],
    ['that is empty', '', '+447700900800'],
    ['beside a personal number of no known country', '0123456', '+999123456'],
  ])('%s', (_what, recorded, personal) => {
    expect(personalNumberMatcher(personal)(recorded)).toBe(false)
  })
})
