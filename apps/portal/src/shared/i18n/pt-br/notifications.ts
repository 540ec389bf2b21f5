import type { notifications as source } from '../en-gb/notifications.ts'
import type { Translation } from './translation.ts'

export const notifications: Translation<typeof source> = {
  'notification.title': 'Notificações',
  'notification.bell_unread': '{count, plural, one {Notificações, # não lida} other {Notificações, # não lidas}}',
  'notification.read_all': 'Marcar todas como lidas',
  'notification.unread': 'Não lida',
  'notification.none': 'Nada aconteceu que diga respeito a você.',
  'notification.mentioned': '{who} mencionou você em um comentário',
  'notification.reviews_assigned':
    '{count, plural, one {# gravação} other {# gravações}} para revisar em ‘{queue}’, de {who}',
  'notification.reviews_escalated':
    '{who} passou a você {count, plural, one {# gravação} other {# gravações}} de ‘{queue}’',
  'notification.reviews_due_soon':
    '{count, plural, one {# gravação} other {# gravações}} de ‘{queue}’ para revisar até amanhã',
  'notification.reviews_overdue':
    '‘{queue}’ está em atraso: {count, plural, one {# gravação espera} other {# gravações esperam}} pela sua revisão',
  'notification.queue_overdue':
    'Sua fila ‘{queue}’ está em atraso: {count, plural, one {# gravação não foi revisada} other {# gravações não foram revisadas}}',
  'notification.support_requested': '{who} pede acesso a esta conta',
  'notification.hidden': 'Algo que suas funções não mostram mais a você',
  'noun.notifications': 'suas notificações',
  'done.notifications.read': 'Marcou notificações como lidas',
}
