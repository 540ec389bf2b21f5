import type { Handlers } from '../../core/calls/index.ts'
import { decideRetention } from './decide-retention.ts'
import { getRetention } from './get-retention.ts'
import { previewRetention } from './preview-retention.ts'
import { putRetention } from './put-retention.ts'

export { isDue, type RetainedPayload, type RetentionFact } from './evaluate.ts'
export { retentionOf } from './retention-of.ts'

export const retentionHandlers = {
  decideRetention,
  getRetention,
  previewRetention,
  putRetention,
} satisfies Partial<Handlers>
