import type { DeviceChange } from '@holdfast/contract'
import { messages } from '@holdfast/words/en-gb'
import { expect, it } from 'vitest'
import type { useText } from '../../../shared/i18n/text.ts'
import { changeInWords, peopleIn } from './change-in-words.ts'

const t = ((id: keyof typeof messages, values: Record<string, string> = {}) =>
  messages[id].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')) as unknown as ReturnType<typeof useText>
const names: Record<string, string> = { 'ana.reis': 'Ana Reis' }
const nameOf = (reference: string) => names[reference] ?? reference

const change = (fields: Partial<DeviceChange>): DeviceChange => ({
  client: 'acme',
  change_id: '1',
  device_reference: 'R58',
  changed_at: '2026-02-02T10:00:00.000Z',
  changed_by: 'boss',
  field: 'device_user_reference',
  slot_index: null,
  from: [],
  to: [],
  is_from_hidden: false,
  reason: null,
  ...fields,
})

it('shows former holders by name and reference, or by reference alone if the name is hidden', () => {
  const handed = change({ from: ['ana.reis'], to: ['joe.low'] })
  const words = changeInWords({ t, nameOf }, handed)
  expect(words).toContain('Ana Reis (ana.reis)')
  expect(words).toContain('joe.low')
  expect(words).not.toContain('(joe.low)')
  expect(peopleIn([handed, change({ field: 'group', from: ['ana.reis'], to: ['London'] })])).toEqual([
    'ana.reis',
    'joe.low',
  ])
})
