import type { PayloadType } from '@holdfast/contract'

/** A type has one colour in all charts. They can be told apart on light and dark. */
export const typeColours = {
  Call: 'var(--holdfast-accent)',
  SMS: 'var(--mantine-color-orange-5)',
  Photo: 'var(--mantine-color-teal-5)',
  Video: 'var(--mantine-color-grape-5)',
  MMS: 'var(--mantine-color-yellow-5)',
  Interview: 'var(--mantine-color-indigo-4)',
  RCS: 'var(--mantine-color-lime-6)',
  AR: 'var(--mantine-color-pink-4)',
  BlockedCall: 'var(--mantine-color-red-5)',
  AbortedCall: 'var(--mantine-color-gray-5)',
  Diagnostics: 'var(--mantine-color-cyan-4)',
} as const satisfies Record<PayloadType, string>

/** What needs a look, what was explained and what is as it should be, as in badges and in the calendar of completeness. */
export const stateColours = {
  good: 'var(--holdfast-good)',
  explained: 'var(--holdfast-neutral)',
  bad: 'var(--holdfast-bad)',
} as const
