import { currentTerms } from '../../apps/server/src/modules/session/terms/current-terms.ts'
import { customer } from './fixture-data.ts'
import { empty, errorAnswer, ok, type RequestDefinitions } from './request-definition.ts'

const { version, text_hash, locale } = currentTerms('en-GB')
const noSuchCode = `?code=${'x'.repeat(36)}&redirect_uri=http://127.0.0.1/sign-in`

/** Calls before and during sign-in, and those for everybody who is signed in. */
export const sessionRequests = {
  getUrl: [{ open: ok }],
  exchangeForAccount: [{ query: noSuchCode, open: errorAnswer('auth.exchange_failed') }],
  exchangeForStaff: [{ query: noSuchCode, open: errorAnswer('auth.exchange_failed') }],
  getProfile: [{ open: ok }],
  getAccountMetadata: [{ open: ok }],
  getTerms: [{ open: ok }],
  acceptTerms: [{ body: { version, text_hash, locale }, open: ok }],
  streamEvents: [{ open: ok }],
  enterSupportMode: [{ open: empty }],
  leaveSupportMode: [{ open: empty }],
  signOut: [{ body: {}, open: empty }],
  verifyDevice: [
    {
      body: {
        client: customer,
        device_info: { model: 'Pixel 9', os_version: '16', app_version: '1.0', serial_number: 'DESK-1' },
        ulid_encrypted: 'sealed with another secret',
        phone_numbers: [],
        imeis: [],
      },
      open: errorAnswer('verify.refused'),
      trailAccount: customer,
    },
  ],
  exchangeOneTimeCode: [
    {
      body: { client: customer, code: '00000-00000' },
      open: errorAnswer('one_time_code.refused'),
      hasOwnAddress: true,
      trailAccount: customer,
    },
  ],
  getMedia: [{ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtbWFj' }, open: errorAnswer('playback.expired') }],
  headMedia: [{ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtbWFj' }, open: errorAnswer('playback.expired') }],
  getDownload: [{ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtbWFj' }, open: errorAnswer('download.expired') }],
  getExport: [{ params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtbWFj' }, open: errorAnswer('export.expired') }],
  reportPlayed: [
    {
      params: { ticket: 'bm90LWEtdGlja2V0.bm90LWEtbWFj' },
      body: { ranges: [{ from_s: 0, to_s: 1, speed: 1 }] },
      open: errorAnswer('playback.expired'),
    },
  ],
} as const satisfies RequestDefinitions
