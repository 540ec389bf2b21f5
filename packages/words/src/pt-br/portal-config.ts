import type { portalConfig as source } from '../en-gb/portal-config.ts'
import type { Translation } from './translation.ts'

export const portalConfig: Translation<typeof source> = {
  'portal_config.title': 'Configurações do portal',
  'portal_config.maps_key': 'Chave de mapas',
  'portal_config.maps_key_hint':
    'O mapa do portal é próprio e não usa chave. Todos os navegadores da conta recebem esta; ela é para uma fonte de mapas, que o portal não tem.',
  'portal_config.monitoring_url': 'Endereço de monitoramento',
  'portal_config.sample_rate': 'Sessões monitoradas',
  'portal_config.sample_rate_hint':
    'Quantas de cada cem sessões informam erros do portal: o tipo, o tipo de tela e a versão, sem conteúdo, nomes, números ou endereços.',
  'portal_config.application_id': 'ID do aplicativo',
  'portal_config.application_id_hint': 'Nomeia esta implantação em relatórios de erros e nas páginas de erro.',
  'portal_config.region': 'Região',
  'noun.portal_config': 'as configurações de um portal',
}
