import type { PayloadType } from '@holdfast/contract'

/** The screen of a recording of each type. Diagnostics have only a list. */
export const recordingScreens = {
  Call: '/dashboard/services/calls/$payload_reference',
  AbortedCall: '/dashboard/services/calls/$payload_reference',
  BlockedCall: '/dashboard/services/calls/$payload_reference',
  SMS: '/dashboard/services/messages/$payload_reference',
  MMS: '/dashboard/services/messages/$payload_reference',
  RCS: '/dashboard/services/messages/$payload_reference',
  Photo: '/dashboard/services/photos/$payload_reference',
  Video: '/dashboard/services/videos/$payload_reference',
  Interview: '/dashboard/services/interviews/$payload_reference',
  AR: '/dashboard/services/videos/$payload_reference',
  Diagnostics: null,
} as const satisfies Record<PayloadType, string | null>
