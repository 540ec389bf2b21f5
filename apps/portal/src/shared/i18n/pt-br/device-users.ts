import type { deviceUsers as source } from '../en-gb/device-users.ts'
import type { Translation } from './translation.ts'

export const deviceUsers: Translation<typeof source, 'device_users'> = {
  'page.device_users': 'Usuários de dispositivos',
  'page.device_user': 'Usuário de dispositivo',
  'user.reference': 'Referência',
  'user.name': 'Nome',
  'user.email': 'E-mail',
  'user.group': 'Grupo',
  'user.services': 'Serviços',
  'user.expected': 'Dispositivos esperados',
  'user.status': 'Situação',
  'user.active': 'Integrado',
  'user.inactive': 'Desligado',
  'user.onboarded': 'Integrado em',
  'user.offboarded': 'Desligado em',
  'user.active_only': 'Integrado',
  'user.devices': 'Dispositivos',
  'user.no_devices': 'Nenhum dispositivo foi atribuído a esta pessoa.',
  'user.recordings': 'Últimas gravações',
  'user.no_recordings': 'Nada foi gravado para esta pessoa que você possa ver.',
  'user.about': 'Sobre a pessoa',
  'empty.device_users': 'Ainda não há usuários de dispositivos',
  'empty.device_users_body': 'As pessoas aparecem aqui depois de integradas.',
  'noun.users': 'usuários de dispositivos',
  'action.device_users:read': 'Ver usuários de dispositivos',
  'action.device_users:write': 'Integrar, alterar e desligar usuários de dispositivos',
}
