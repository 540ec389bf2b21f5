import type { Payload } from '@holdfast/contract'
import { textHeader } from './mime-headers.ts'

/** Header fields by which archives find a recording again. */
export const recordingHeaders = (payload: Payload): string =>
  (
    [
      ['X-Holdfast-Client', payload.client],
      ['X-Holdfast-Payload-Reference', payload.payload_reference],
      ['X-Holdfast-Payload-Type', payload.payload_type],
      ['X-Holdfast-Payload-Time', payload.payload_time],
      ['X-Holdfast-Direction', payload.meta.direction],
      ['X-Holdfast-Device', payload.device_reference],
      ['X-Holdfast-Device-User', payload.device_user_reference],
      ['X-Holdfast-Group', payload.group],
      ['X-Holdfast-Thread', payload.thread_id],
    ] as const
  )
    .map(([name, value]) => (value === null || value === undefined ? '' : textHeader(name, value)))
    .join('')
