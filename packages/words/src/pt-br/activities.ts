import type { activities as source } from '../en-gb/activities.ts'
import type { Translation } from './translation.ts'

export const activities: Translation<typeof source, 'audit'> = {
  'page.audit': 'Auditoria',
  'activities.people': 'Pessoas e aplicativos',
  'activities.devices': 'Dispositivos',
  'activities.whose': 'Atividades de',
  'activities.time': 'Quando',
  'activities.who': 'Quem',
  'activities.did': 'O quê',
  'activities.outcome': 'Resultado',
  'activities.address': 'Endereço',
  'activities.group': 'Grupo',
  'activities.took': 'Duração',
  'activities.support': 'Suporte',
  'activities.nobody': 'Sem identificação',
  'activities.empty': 'Nenhuma atividade neste período',
  'activities.empty_body':
    'Cada operação de pessoas, aplicativos e dispositivos é registrada aqui, inclusive as recusadas.',
  'noun.activities': 'a trilha de auditoria',
  'did.GET': 'Consultou {what}',
  'did.POST': 'Criou {what}',
  'did.PUT': 'Alterou {what}',
  'did.DELETE': 'Excluiu {what}',
  'did.GET /events': 'Recebeu atualizações ao vivo',
  'did.GET /found': 'Buscou',
  'noun.device_activities': 'a trilha de auditoria',
  'action.audit:read': 'Ler a trilha de atividades',
  'action.audit:export': 'Exportar evidências e a trilha de atividades',
}
