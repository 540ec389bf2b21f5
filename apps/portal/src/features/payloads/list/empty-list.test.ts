import type { PayloadType, UserProfile } from '@holdfast/contract'
import { expect, it } from 'vitest'
import { emptyListOf } from './empty-list.ts'

const titleFor = (...payload_types: PayloadType[]) => emptyListOf('calls', { payload_types } as UserProfile).title

it('a list is empty, or not open to the person', () => {
  expect(titleFor('Photo', 'BlockedCall')).toBe('empty.calls')
  expect(titleFor('Photo')).toBe('error.no_access_title')
  expect(emptyListOf('calls', undefined).title).toBe('empty.calls')
})
