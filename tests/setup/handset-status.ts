import { expect, vi } from 'vitest'
import type { DocumentHandset } from '../conformance/document-handset.ts'
import { waitTimeoutMs } from './time-limits.ts'

/**
 * Waits until the handset is told this status of a recording.
 * @throws AssertionError with the answer that the handset got instead, a minute and a half later
 */
export const untilStatus = (
  handset: DocumentHandset,
  payload_reference: string,
  status: 'processed' | 'failed',
): Promise<void> =>
  vi.waitFor(async () => expect(await handset.answered(payload_reference)).toMatchObject({ status }), {
    timeout: waitTimeoutMs,
    interval: 100,
  })
