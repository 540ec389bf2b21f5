import type { retention as source } from '../en-gb/retention.ts'
import type { Translation } from './translation.ts'

export const retention: Translation<typeof source, 'retention'> = {
  'noun.retention': 'a política de retenção',
  'did.GET /account/retention': 'Viu a política de retenção',
  'did.POST /account/retention/preview': 'Simulou uma política de retenção',
  'tried.PUT /account/retention': 'Tentou alterar a política de retenção',
  'tried.POST /account/retention/decide': 'Tentou decidir sobre a retenção',
  'done.retention.saved': 'Alterou a política de retenção',
  'done.retention.withdrawn': 'Retirou uma alteração da política de retenção',
  'done.retention.confirmed': 'Confirmou uma alteração da política de retenção',
  'done.retention.run': 'Iniciou uma execução da política de retenção',
  'done.retention.run_confirmed': 'Deixou continuar uma execução da política de retenção',
  'done.retention.run_stopped': 'Encerrou uma execução da política de retenção',
  'done.retention.clock_confirmed': 'Confirmou a hora do servidor',
  'retention_template.mifid_ii_5_years': 'MiFID II: cinco anos',
  'retention_template.mifid_ii_7_years': 'MiFID II: sete anos, quando a autoridade pede',
  'retention_template.fca_sysc_10a': 'FCA SYSC 10A: cinco anos',
  'retention_template.sec_17a_4_3_years': 'SEC 17a-4: três anos para comunicações',
  'retention_template.sec_17a_4_6_years': 'SEC 17a-4: seis anos',
  'retention_template.cftc_1_31': 'CFTC 1.31: cinco anos, e um para comunicações orais antes de uma operação',
  'action.retention:read': 'Ver a política de retenção e suas execuções',
  'action.retention:write': 'Alterar a política de retenção, confirmar ou retirar alterações e executá-la',
  'refusal.retention.destroy_before_delete': 'Os dados não podem ser destruídos antes de serem excluídos',
  'refusal.retention.locked': 'A política está bloqueada: ela só pode guardar os dados por mais tempo',
  'refusal.retention.needs_second_person':
    'Esta alteração libera tantos dados que uma pessoa que não a salvou precisa confirmá-la',
  'refusal.retention.nothing_pending': 'Nenhuma alteração, execução ou hora assim espera por uma decisão',
  'refusal.retention.running': 'Uma execução já está em andamento ou espera por uma decisão',
  'refusal.retention.clock_jumped': 'O relógio do servidor saltou; alguém precisa primeiro confirmar a hora',
  'refusal.retention.nothing_to_do': 'A política não exclui nem destrói nada',
}
