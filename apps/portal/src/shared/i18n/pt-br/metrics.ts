import type { metrics as source } from '../en-gb/metrics.ts'
import type { Translation } from './translation.ts'

export const metrics: Translation<typeof source> = {
  'noun.metrics': 'quanto os dispositivos gravam',
  'did.GET /metrics/{scope}': 'Consultou quanto os dispositivos gravam',
  'did.GET /metrics/{scope}/periods': 'Consultou quanto foi gravado por período',
  'param.scope': 'Período',
}
