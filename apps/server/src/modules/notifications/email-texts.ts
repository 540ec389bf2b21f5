import type { Locale, NotificationKind } from '@holdfast/contract'

/** What happened, as the subject of an e-mail. */
const subjects: Record<Locale, Record<NotificationKind, string>> = {
  'en-GB': {
    mentioned: 'You are mentioned in a comment',
    reviews_assigned: 'Recordings wait for your review',
    reviews_escalated: 'Recordings were passed on to you',
    reviews_due_soon: 'Reviews of yours are due tomorrow',
    reviews_overdue: 'Reviews of yours are overdue',
    queue_overdue: 'A review queue of yours is overdue',
    queue_not_drawn: 'A review queue was not drawn',
    support_requested: 'The provider asks for access to your account',
    role_draft_handed_over: 'A change waits for your approval',
    role_draft_approved: 'Your change was approved',
    role_draft_rejected: 'Your change was rejected',
    access_review_drawn: 'A review of access waits for you',
    access_review_overdue: 'A review of access of yours is overdue',
    access_removal_needed: 'Access was revoked and waits to be taken away',
    access_requested: 'Somebody asks for access',
    access_approved: 'Your request for access was approved',
    access_rejected: 'Your request for access was rejected',
    access_expired: 'Nobody decided on your request for access in time',
    role_given: 'A role was given to you for a time',
    role_end_changed: 'The end of a role that you gave was changed',
    matter_owned: 'You own a matter',
    matter_joined: 'You are a member of a matter',
    report_stopped: 'A scheduled report stopped',
    alert_ops_high: 'A serious alert about operations',
    alert_ops_other: 'An alert about operations',
    alert_sec_high: 'A serious alert about security',
    alert_sec_other: 'An alert about security',
  },
  'pt-BR': {
    mentioned: 'Você foi mencionado em um comentário',
    reviews_assigned: 'Há gravações para você revisar',
    reviews_escalated: 'Gravações foram repassadas a você',
    reviews_due_soon: 'Você tem revisões que vencem amanhã',
    reviews_overdue: 'Você tem revisões em atraso',
    queue_overdue: 'Uma fila de revisão sua está em atraso',
    queue_not_drawn: 'Uma fila de revisão não foi sorteada',
    support_requested: 'O provedor pede acesso à sua conta',
    role_draft_handed_over: 'Uma mudança espera sua aprovação',
    role_draft_approved: 'Sua mudança foi aprovada',
    role_draft_rejected: 'Sua mudança foi rejeitada',
    access_review_drawn: 'Uma revisão de acesso espera por você',
    access_review_overdue: 'Uma revisão de acesso sua está em atraso',
    access_removal_needed: 'Um acesso revogado espera ser retirado',
    access_requested: 'Alguém pede acesso',
    access_approved: 'Seu pedido de acesso foi aprovado',
    access_rejected: 'Seu pedido de acesso foi rejeitado',
    access_expired: 'Ninguém decidiu a tempo sobre seu pedido de acesso',
    role_given: 'Você recebeu uma função por um tempo',
    role_end_changed: 'O fim de uma função que você deu foi alterado',
    matter_owned: 'Você é responsável por um caso',
    matter_joined: 'Você participa de um caso',
    report_stopped: 'Um relatório agendado parou',
    alert_ops_high: 'Um alerta grave sobre a operação',
    alert_ops_other: 'Um alerta sobre a operação',
    alert_sec_high: 'Um alerta grave sobre a segurança',
    alert_sec_other: 'Um alerta sobre a segurança',
  },
}

const bodies: Record<Locale, (values: Values) => readonly string[]> = {
  'en-GB': ({ subject, client, link }) => [
    `${subject} (account ${client}).`,
    link,
    'This e-mail does not say whom or what it is about, because roles no longer decide who reads it once it is sent. Holdfast shows that after you sign in.',
    'You get it because you chose so under ‘Notification settings’ in Holdfast, where you can switch it off.',
  ],
  'pt-BR': ({ subject, client, link }) => [
    `${subject} (conta ${client}).`,
    link,
    'Este e-mail não diz de quem ou do que se trata, porque, depois de enviado, as funções não decidem mais quem o lê. O Holdfast mostra isso depois que você entra.',
    'Você o recebe porque escolheu isso em ‘Configurações de notificações’ no Holdfast, onde pode desativá-lo.',
  ],
}

interface Values {
  subject: string
  client: string
  /** Of the portal. */
  link: string
}

/** An e-mail about a notification: that something happened, never whom, which recording or how many it is about. */
export const emailText = (
  locale: Locale,
  { kind, client, link }: { kind: NotificationKind; client: string; link: string },
): { subject: string; text: string } => {
  const subject = subjects[locale][kind]
  return { subject: `Holdfast: ${subject}`, text: `${bodies[locale]({ subject, client, link }).join('\n\n')}\n` }
}
