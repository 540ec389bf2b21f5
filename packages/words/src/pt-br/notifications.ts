import type { notifications as source } from '../en-gb/notifications.ts'
import type { Translation } from './translation.ts'

export const notifications: Translation<typeof source, 'notification'> = {
  'notification.title': 'Notificações',
  'notification.bell_unread': '{count, plural, one {Notificações, # não lida} other {Notificações, # não lidas}}',
  'notification.read_all': 'Marcar todas como lidas',
  'notification.unread': 'Não lida',
  'notification.none': 'Nenhuma notificação ainda.',
  'notification.mentioned':
    '{who} mencionou você em {count, plural, one {um comentário} other {comentários em # gravações}}',
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
  'notification.role_draft_handed_over':
    '{who} passa a você uma mudança{named, select, yes { de ‘{role}’} other {}} para aprovar',
  'notification.role_draft_approved': '{who} aprovou sua mudança{named, select, yes { de ‘{role}’} other {}}',
  'notification.role_draft_rejected': '{who} rejeitou sua mudança{named, select, yes { de ‘{role}’} other {}}',
  'notification.role_given': '{who} deu a você a função ‘{role}’ por um tempo',
  'notification.role_end_changed': '{who} alterou até quando alguém tem a função ‘{role}’, que você deu',
  'notification.alert_ops_high': 'Alerta grave: {subject}',
  'notification.alert_ops_other': 'Alerta: {subject}',
  'notification.alert_sec_high': 'Alerta grave de segurança: {subject}',
  'notification.alert_sec_other': 'Alerta de segurança: {subject}',
  'notification.hidden': 'Algo que suas funções não mostram mais a você',
  'notification.settings': 'Configurações de notificações',
  'notification.settings_about': 'Escolha suas notificações. A visão geral sempre mostra o que espera por você.',
  'notification.settings_none': 'Com suas funções, não há nada para notificar.',
  'notification.about_mentioned': 'Menções em comentários',
  'notification.about_reviews_assigned': 'Gravações atribuídas a você para revisão',
  'notification.about_reviews_escalated': 'Gravações repassadas a você',
  'notification.about_reviews_due_soon': 'Revisões que vencem amanhã',
  'notification.about_reviews_overdue': 'Revisões em atraso',
  'notification.about_queue_overdue': 'Suas filas em atraso',
  'notification.about_support_requested': 'Pedidos de acesso de suporte',
  'notification.about_role_draft_handed_over': 'Mudanças enviadas para aprovação',
  'notification.about_role_draft_approved': 'Suas mudanças são aprovadas',
  'notification.about_role_draft_rejected': 'Suas mudanças são rejeitadas',
  'notification.about_alert_ops_high': 'Alertas graves sobre a operação',
  'notification.about_alert_ops_other': 'Outros alertas sobre a operação',
  'notification.about_alert_sec_high': 'Alertas graves sobre a segurança',
  'notification.about_alert_sec_other': 'Outros alertas sobre a segurança',
  'notification.about_role_given': 'Funções dadas a você',
  'notification.about_role_end_changed': 'Fins alterados de funções que você deu',
  'notification.delivery': 'Notificação',
  'notification.delivery_off': 'Nenhuma',
  'notification.delivery_portal': 'No portal',
  'notification.delivery_portal_and_email': 'No portal e por e-mail',
  'notification.kind': 'Evento',
  'notification.by_portal': 'Portal',
  'notification.by_email': 'E-mail',
  'notification.switch': '{kind}: {how}',
  'notification.email_ready':
    'Os e-mails vão para {address}. Eles dizem que algo aconteceu e trazem um link para cá. Nomes e detalhes só aparecem no portal.',
  'notification.email_not_set_up': 'Esta instalação não envia e-mails: nenhum servidor de e-mail está configurado.',
  'notification.email_no_address':
    'Você não recebe e-mails: o serviço com o qual você entra não informou o seu endereço.',
  'notification.email_failed': 'O e-mail de {time, date, medium}, {time, time, short} não pôde ser enviado.',
  'refusal.notification.no_email': 'O e-mail não está configurado, ou você não tem endereço de e-mail',
  'noun.notification_settings': 'suas configurações de notificação',
  'done.notification_setting.updated': 'Alterou suas configurações de notificação',
  'noun.notifications': 'suas notificações',
  'done.notifications.read': 'Marcou notificações como lidas',
}
