import type { Alert } from '@holdfast/contract'
import { isSilenced } from '@holdfast/words'
import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useAlertWords } from '../../shared/alerts/alert-words.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { failureNotice } from '../../shared/notices/notice.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { type AlertArea, useAlertArea } from './alert-area.ts'
import classes from './alerts.module.css'
import { sendByAccount } from './change-alerts.tsx'
import { keyOfAlert } from './change-by-account.ts'
import { useAlertSummary } from './use-alert-summary.ts'

const newAndHigh = { active_only: true, is_dismissed: false, alert_severities: ['High'] }
const pageRows = 20

/** Above every screen: the latest alert of High severity that nobody has acknowledged or silenced, until the person dismisses it. */
export const AlertBanner = () => {
  const area = useAlertArea()
  const { high } = useAlertSummary()
  return area && high > 0 ? <NewHighAlerts area={area} /> : null
}

const NewHighAlerts = ({ area }: { area: AlertArea }) => {
  const list = useList({ call: area.list, filter: newAndHigh, pageRows, portalReads: 'first_page' })
  useEvents(({ kind }) => {
    if (kind === 'alert') list.readAgain()
  })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const unhandled = list.rows.filter((alert) => alert.acknowledged_by === null && !isSilenced(alert))
  const [latest] = unhandled
  // Its own screen says the same.
  if (!latest || path === area.addressOf(latest)) return null
  return <Banner key={keyOfAlert(latest)} alert={latest} area={area} more={unhandled.length - 1} />
}

const Banner = ({ alert, area, more }: { alert: Alert; area: AlertArea; more: number }) => {
  const t = useText()
  const can = useCan()
  const { subject } = useAlertWords()(alert)
  const [isBusy, setBusy] = useState(false)
  const send = (change: Parameters<typeof sendByAccount>[0]) => {
    setBusy(true)
    sendByAccount(change)([keyOfAlert(alert)])
      .catch((cause: unknown) => {
        if (cause instanceof ApiError) failureNotice(cause)
      })
      .finally(() => setBusy(false))
  }
  const mayAcknowledge = can(area.mayWrite) && alert.may.includes('acknowledge')
  return (
    <section role="alert" aria-label={t('alerts.banner')} className={classes.banner}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <span className={classes.bannerWords}>
        <strong>{subject}</strong>
        {area.path === '/internal/alerts' && ` (${alert.client})`}{' '}
        {more > 0 && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to={area.path} search={{ filter: { alert_severities: ['High'] } } as never} />
            )}
          >
            {t('alerts.banner_more', { count: more })}
          </Anchor>
        )}
      </span>
      <LinkButton size="compact-sm" variant="default" to={area.addressOf(alert)}>
        {t('alerts.open')}
      </LinkButton>
      {mayAcknowledge && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={() => send((client, references) => area.change(client, references, { change: 'acknowledge' }))}
        >
          {t('alerts.acknowledge')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={isBusy}
        onClick={() => send((client, references) => area.dismiss(client, references, true))}
      >
        {t('alerts.dismiss')}
      </Button>
    </section>
  )
}
