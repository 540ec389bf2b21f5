import type { portalConfig as source } from '../en-gb/portal-config.ts'
import type { Translation } from './translation.ts'

export const portalConfig: Translation<typeof source> = {
  'portal_config.title': 'Configurações do portal',
  'portal_config.maps_key': 'Chave de mapas',
  'portal_config.maps_key_hint': 'A chave do serviço de mapas. Todos os navegadores da conta a recebem.',
  'portal_config.monitoring_url': 'Endereço de monitoramento',
  'portal_config.sample_rate': 'Sessões monitoradas',
  'portal_config.sample_rate_hint': 'Quantas de cada cem sessões informam ao endereço de monitoramento.',
  'portal_config.application_id': 'ID do aplicativo',
  'portal_config.region': 'Região',
  'noun.portal_config': 'as configurações de um portal',
}
