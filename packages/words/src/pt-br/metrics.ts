import type { metrics as source } from '../en-gb/metrics.ts'
import type { Translation } from './translation.ts'

export const metrics: Translation<typeof source> = {
  'page.metrics': 'Métricas',
  'metrics.scope': 'Duração de um período',
  'metrics.scope_Daily': 'Dias',
  'metrics.scope_Weekly': 'Semanas',
  'metrics.scope_Monthly': 'Meses',
  'metrics.scope_Yearly': 'Anos',
  'metrics.scope_Summary': 'No total',
  'metrics.by_period': 'Gravações por período e tipo',
  'metrics.period': 'Período',
  'metrics.week_of': 'Semana de {date}',
  'metrics.all_days': 'Todos os dias',
  'metrics.count': 'Gravações',
  'metrics.sum': 'Todas',
  'metrics.first': 'Primeira',
  'metrics.last': 'Última',
  'metrics.utc_days': 'Os dias são em UTC. Gravações excluídas também são contadas.',
  'metrics.counted_from': 'Contado a partir de {date}.',
  'metrics.empty': 'Nada foi gravado',
  'metrics.empty_body': 'As gravações são contadas aqui à medida que chegam.',
  'noun.metrics': 'quanto os dispositivos gravam',
  'did.GET /metrics/{scope}': 'Consultou quanto os dispositivos gravam',
  'did.GET /metrics/{scope}/periods': 'Consultou quanto foi gravado por período',
  'param.scope': 'Período',
}
