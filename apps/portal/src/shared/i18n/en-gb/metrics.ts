/** How much devices record. */
export const metrics = {
  'noun.metrics': 'how much devices record',
  'did.GET /metrics/{scope}': 'Viewed how much devices record',
  'did.GET /metrics/{scope}/periods': 'Viewed how much was recorded by period',
  'param.scope': 'Period',
} as const
