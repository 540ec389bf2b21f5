import type { completeness as source } from '../en-gb/completeness.ts'
import type { Translation } from './translation.ts'

export const completeness: Translation<typeof source, 'completeness'> = {
  'completeness.reason': 'Motivo',
  'completeness.explanation': 'Explicação',
  'completeness.reason_switched_off': 'O dispositivo estava desligado',
  'completeness.reason_no_sim': 'Sem SIM',
  'completeness.reason_permission_withdrawn': 'Uma permissão foi retirada',
  'completeness.reason_storage_full': 'O armazenamento estava cheio',
  'completeness.reason_factory_reset': 'Restauração de fábrica',
  'completeness.reason_waiting_to_upload': 'Ainda no dispositivo',
  'completeness.reason_other': 'Outro',
  'did.GET /completeness': 'Viu o que está faltando',
  'did.GET /completeness/gaps': 'Viu gravações que faltam',
  'did.GET /completeness/gaps/{gap_reference}': 'Viu por que podem faltar gravações',
  'did.GET /completeness/days': 'Viu o que está faltando por dia',
  'did.PUT /completeness/gaps/{gap_reference}/explanation': 'Explicou gravações que faltam',
  'did.DELETE /completeness/gaps/{gap_reference}/explanation': 'Retirou a explicação de gravações que faltam',
  'tried.PUT /completeness/gaps/{gap_reference}/explanation': 'Tentou explicar gravações que faltam',
  'tried.DELETE /completeness/gaps/{gap_reference}/explanation': 'Tentou retirar a explicação de gravações que faltam',
  'done.completeness.explained': 'Explicou gravações que faltam',
  'done.completeness.explanation_withdrawn': 'Retirou a explicação de gravações que faltam',
  'action.completeness:read': 'Ver quais gravações faltam, e de quais dispositivos',
  'action.completeness:explain': 'Explicar por que faltam gravações',
  'refusal.completeness.gap_closed': 'Todas as gravações desta lacuna chegaram',
  'refusal.completeness.not_explained': 'Ninguém explicou esta lacuna',
  'refusal.completeness.one_scope': 'Informe um grupo, uma pessoa ou um dispositivo, não vários',
}
