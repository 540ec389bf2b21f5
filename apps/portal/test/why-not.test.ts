import { payloadDataStatuses, payloadStates, type UserProfile } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { whyNotAnswered, whyNotToAsk } from '../src/features/payloads/content/why-not.ts'

const recording = { payload_state: 'Processed', is_personal_number: false, failure: null } as const
const reviewer: Pick<UserProfile, 'actions'> = { actions: ['payloads:read', 'payloads:play'] }

test('a legacy recording without content waits for another export, not for a device', () => {
  const legacy = { ...recording, payload_state: 'Recorded', is_legacy: true } as const
  expect(whyNotToAsk(legacy, reviewer)?.body).toBe('why.not_imported')
  expect(whyNotToAsk({ ...legacy, is_legacy: false }, reviewer)?.body).toBe('why.recorded')
})

test('content is only requested if it is processed or transferred', () => {
  const askable = payloadStates.filter((payload_state) => !whyNotToAsk({ ...recording, payload_state }, reviewer))
  expect(askable).toEqual(['Processed', 'Transferred'])
})

test('a personal number comes before every other reason', () => {
  const personal = { ...recording, is_personal_number: true, payload_state: 'Quarantined' } as const
  expect(whyNotToAsk(personal, reviewer)?.title).toBe('why.personal_title')
})

test('somebody who can read but not play gets that reason', () => {
  const reader = { ...reviewer, actions: reviewer.actions.filter((action) => action !== 'payloads:play') }
  expect(whyNotToAsk(recording, reader)?.title).toBe('why.not_permitted_title')
})

test('the reported reason of a failure is shown', () => {
  const failed = { ...recording, payload_state: 'Failed', failure: 'checksum' } as const
  expect(whyNotToAsk(failed, reviewer)?.reason).toBe('checksum')
  expect(whyNotToAsk(failed, reviewer)?.body).toBe('why.failed_damaged')
  expect(whyNotToAsk({ ...failed, failure: 'tampered' }, reviewer)?.body).toBe('why.failed')
})

test('every status but Ok has its own reason', () => {
  const titles = payloadDataStatuses
    .filter((status) => status !== 'Ok')
    .map((status) => whyNotAnswered(status, 'London', 'Call').title)
  expect(new Set(titles).size).toBe(payloadDataStatuses.length - 1)
})
