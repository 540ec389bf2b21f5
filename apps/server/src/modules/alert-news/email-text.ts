import type { Locale } from '@holdfast/contract'
import { languageOf } from '../portal-words/index.ts'
import type { Telling } from './tellings.ts'

/** An alert with the address of its screen in the portal. */
type MailedAlert = Pick<Telling, 'alert_client' | 'condition' | 'alert_scope' | 'alert_severity'> & { link: string }

/** So many alerts stand in one e-mail; the others are in the list. */
const maxListed = 50

interface Words {
  several: (count: number) => string
  more: (count: number) => string
  ending: readonly string[]
}

const words: Record<Locale, Words> = {
  'en-GB': {
    several: (count) => `${count} alerts`,
    more: (count) => `… and ${count} more. The list of alerts has all of them.`,
    ending: [
      'This e-mail does not say whom or what it is about, because roles no longer decide who reads it once it is sent. Holdfast shows that after you sign in.',
      'You get it because you chose so under ‘Notification settings’ in Holdfast, where you can switch it off, choose quiet hours, or have one e-mail an hour or a day.',
    ],
  },
  'pt-BR': {
    several: (count) => `${count} alertas`,
    more: (count) => `… e mais ${count}. A lista de alertas tem todos.`,
    ending: [
      'Este e-mail não diz de quem ou do que se trata, porque, depois de enviado, as funções não decidem mais quem o lê. O Holdfast mostra isso depois que você entra.',
      'Você o recebe porque escolheu isso em ‘Configurações de notificações’ no Holdfast, onde pode desativá-lo, escolher horas de silêncio ou receber um e-mail por hora ou por dia.',
    ],
  },
}

/** An e-mail about alerts: what happened and where to look, never whom, which recording or which number it is about. */
export const alertEmailText = (
  locale: Locale,
  { client, alerts }: { client: string; alerts: readonly MailedAlert[] },
): { subject: string; text: string } => {
  const { t } = languageOf(locale)
  const { several, more, ending } = words[locale]
  const named = ({ condition, alert_severity }: MailedAlert) =>
    `${t(`alerts.condition_${condition}`)} (${t('alerts.severity')}: ${t(`alerts.severity_${alert_severity}`)})`
  const lines = alerts.slice(0, maxListed).map((alert) => {
    const account = alert.alert_client === client ? '' : `, ${alert.alert_client}`
    return `${named(alert)}, ${t(`alerts.scope_${alert.alert_scope}`)}${account}\n${alert.link}`
  })
  const rest = alerts.length - lines.length
  const [first] = alerts
  const subject = first && alerts.length === 1 ? named(first) : several(alerts.length)
  const paragraphs = [`${t('alerts.account')}: ${client}`, ...lines, ...(rest > 0 ? [more(rest)] : []), ...ending]
  return { subject: `Holdfast: ${subject}`, text: `${paragraphs.join('\n\n')}\n` }
}
