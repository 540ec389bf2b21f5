import type { services as source } from '../en-gb/services.ts'
import type { Translation } from './translation.ts'

export const services: Translation<typeof source> = {
  'page.services': 'Serviços',
  'services.about':
    'Gravações que você pode ver: com falha, em quarentena e atrasadas dos últimos 30 dias, danificadas de qualquer data.',
  'services.by_day': 'Gravações por dia',
  'services.per_day': '{what}: quantidade por dia nos últimos 30 dias',
  'services.last_7': '7 dias',
  'services.last_30': '30 dias',
  'services.last': 'Última:',
  'services.no_exceptions': 'Nada precisa de atenção.',
  'services.failed': '{total, plural, one {{count} com falha} other {{count} com falha}}',
  'services.quarantined': '{total, plural, one {{count} em quarentena} other {{count} em quarentena}}',
  'services.damaged': '{total, plural, one {{count} danificada} other {{count} danificadas}}',
  'services.late': '{total, plural, one {{count} atrasada} other {{count} atrasadas}}',
  'services.all_calls': 'Todas as chamadas',
  'services.all_messages': 'Todas as mensagens',
  'services.all_photos': 'Todas as fotos',
  'services.all_videos': 'Todos os vídeos',
  'services.all_interviews': 'Todas as entrevistas',
  'services.all_comments': 'Todos os comentários',
  'services.all_diagnostics': 'Todos os diagnósticos',
  'noun.payload_days': 'gravações por dia',
  'noun.payload_counts': 'a visão geral dos serviços',
}
