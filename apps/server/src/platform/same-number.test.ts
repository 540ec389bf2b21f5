import { describe, expect, it } from 'vitest'
import { sameNumberAs } from './same-number.ts'

describe('a recorded number is the personal number', () => {
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
    ['as a SIP address', 'sip:+447700900800@ims.example', '+447700900800'],
    ['as a SIP address without a plus', 'sip:447700900800@ims.mnc015.mcc234.3gppnetwork.org', '+447700900800'],
    ['as a SIP address with a name', '"Ann" <sip:+447700900800@10.0.0.1:5060;user=phone>', '+447700900800'],
    ['as a tel link', 'tel:+44-7700-900800;phone-context=+44', '+447700900800'],
    ['as a national tel link', 'tel:07700900800;phone-context=ims.example', '+447700900800'],
    ['as an encoded tel link', 'tel:%2B44%207700%20900800', '+447700900800'],
    ['with a pause and a code', '+447700900800,,1234#', '+447700900800'],
    ['with an extension', '+447700900800;ext=12', '+447700900800'],
    ['with a written extension', '07700 900800 ext. 12', '+447700900800'],
    ['with a pause', '+447700900800p22', '+447700900800'],
    ['with digits dialled during the call', '077009008001234', '+447700900800'],
    ['with such digits after the international number', '+4477009008001234', '+447700900800'],
    ['with a trunk prefix in brackets', '+44 (0)7700 900800', '+447700900800'],
    ['with a trunk prefix after the country code', '+4407700900800', '+447700900800'],
    ['with a trunk prefix and a plus', '+07700900800', '+447700900800'],
    ['with other hyphens', '+44\u20117700\u2011900800', '+447700900800'],
    ['with a minus sign', '+44\u22127700\u2212900800', '+447700900800'],
    ['with its type', '+447700900800/TYPE=PLMN', '+447700900800'],
    ['after a prefix that hides the caller', '14107700900800', '+447700900800'],
    ['after such a code and a plus', '*31#+447700900800', '+447700900800'],
    ['in a diversion', '**21*+447700900800#', '+447700900800'],
    ['in full-width digits', '＋４４７７００９００８００', '+447700900800'],
    ['in Arabic digits', '+٤٤٧٧٠٠٩٠٠٨٠٠', '+447700900800'],
    ['in Devanagari digits', '०७७०० ९००८००', '+447700900800'],
    ['with invisible characters', '\u202a+44 7700 900800\u202c', '+447700900800'],
    ['after a prefix of another country', '0011447700900800', '+447700900800'],
    ['after a carrier’s code and 00', '0015447700900800', '+447700900800'],
    ['with a carrier’s code after the country code', '+55 15 11 98765-4321', '+5511987654321'],
    ['without the ninth digit', '+55 11 8765-4321', '+5511987654321'],
    ['as it is dialled at home', '8 (916) 123-45-67', '+79161234567'],
    ['with another trunk prefix', '06 30 123 4567', '+36301234567'],
    ['as a mobile number at home', '011 15-5123-4567', '+5491151234567'],
    ['without the digit of mobile numbers', '+54 11 5123 4567', '+5491151234567'],
    ['with the former digit of mobile numbers', '+52 1 55 1234 5678', '+525512345678'],
    ['without the area code, in six digits', '460958', '+441632460958'],
    ['that was stored with a trunk prefix', '07700900800', '+4407700900800'],
  ])('%s', (_what, recorded, personal) => {
    expect(sameNumberAs(personal)(recorded)).toBe(true)
  })
})

describe('a recorded number is not the personal number', () => {
  it.each([
    ['of the same country', '07700900801', '+447700900800'],
    ['of another country with the same ending', '+12079460958', '+442079460958'],
    ['of another country after 00', '0012079460958', '+442079460958'],
    ['of another country as a SIP address', 'sip:+12079460958@ims.example', '+442079460958'],
    ['of another area', '21 98765-4321', '+5511987654321'],
    ['with too few digits to tell', '00800', '+447700900800'],
    ['of a service', '999', '+447700900800'],
    ['that is not a number', 'Unknown', '+447700900800'],
    ['that is empty', '', '+447700900800'],
    ['beside a personal number of no known country', '0123456', '+999123456'],
  ])('%s', (_what, recorded, personal) => {
    expect(sameNumberAs(personal)(recorded)).toBe(false)
  })
})

it('numbers that are searched for may be written without a country code too', () => {
  expect(sameNumberAs('07700 900800')('+447700900800')).toBe(true)
  expect(sameNumberAs('07700 900800')('+447700900801')).toBe(false)
  expect(sameNumberAs('60123')('60123')).toBe(true)
  expect(sameNumberAs('60123')('+447700960123')).toBe(false)
  expect(sameNumberAs('O2')('EE2')).toBe(false)
})
