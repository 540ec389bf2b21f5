import type { Alert } from '@holdfast/contract'
import { ActionIcon, Button, Indicator, Popover, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SeverityBadge } from '../../shared/alerts/alert-badges.tsx'
import { useAlertWords } from '../../shared/alerts/alert-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { usePopover } from '../../shared/ui/use-popover.ts'
import { type AlertArea, useAlertArea } from './alert-area.ts'
import { filterOfShown } from './alert-list.tsx'
import classes from './alerts.module.css'
import { keyOfAlert } from './change-by-account.ts'
import { LateAlerts } from './late-alerts.tsx'
import { useLiveAlertSummary } from './use-alert-summary.ts'

const pageRows = 8
/** A larger number is shown as this one and a plus. */
const mostShown = 99

/** How many alerts are active, with the latest of them; nothing for people who see none. */
export const AlertBell = () => {
  const area = useAlertArea()
  const { high, others, scopes, late_since } = useLiveAlertSummary()
  if (!area || !scopes || scopes.length === 0) return null
  return <Bell area={area} high={high} others={others} isLate={late_since !== null} />
}

interface BellProps {
  area: AlertArea
  high: number
  others: number
  isLate: boolean
}

const Bell = ({ area, high, others, isLate }: BellProps) => {
  const t = useText()
  const { target, isOpen, setIsOpen, close } = usePopover()
  const count = high + others
  const name = [
    t('page.alerts'),
    ...(count > 0 ? [t('alerts.bell', { high, others })] : []),
    ...(isLate ? [t('alerts.late')] : []),
  ].join(': ')
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width="min(24rem, 100vw - 1.5rem)" trapFocus>
      <Indicator
        disabled={count === 0 && !isLate}
        label={isLate ? '!' : count > mostShown ? `${mostShown}+` : count}
        size={16}
        offset={6}
        color={high > 0 || isLate ? 'red.8' : 'gray.7'}
      >
        <Popover.Target>
          <ActionIcon
            ref={target}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={name}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={4}>
        <LatestAlerts area={area} onOpened={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The active alerts that occurred last. */
const LatestAlerts = ({ area, onOpened }: { area: AlertArea; onOpened: () => void }) => {
  const t = useText()
  const list = useList({ call: area.list, filter: filterOfShown.active, pageRows, portalReads: 'first_page' })
  useEvents(({ kind }) => {
    if (kind === 'alert') list.readAgain()
  })
  return (
    <>
      <h2 className={classes.popoverTitle}>{t('alerts.latest')}</h2>
      <LateAlerts />
      {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Skeleton height={96} />}
      {!list.isLoading && !list.error && list.rows.length === 0 && (
        <p className={classes.none}>{t('alerts.none_active')}</p>
      )}
      <ul className={classes.list}>
        {list.rows.map((alert) => (
          <li key={keyOfAlert(alert)}>
            <Entry alert={alert} area={area} onOpened={onOpened} />
          </li>
        ))}
      </ul>
      <div className={classes.all}>
        <Button component={Link} to={area.path} variant="subtle" size="compact-sm" onClick={onOpened}>
          {t('alerts.show_list')}
        </Button>
      </div>
    </>
  )
}

const Entry = ({ alert, area, onOpened }: { alert: Alert; area: AlertArea; onOpened: () => void }) => {
  const { subject } = useAlertWords()(alert)
  return (
    <Link to={area.addressOf(alert)} className={classes.entry} onClick={onOpened}>
      <bdi className={classes.what}>{subject}</bdi>
      <SeverityBadge severity={alert.alert_severity} />
      <span className={classes.when}>
        {area.path === '/internal/alerts' && `${alert.client} · `}
        <Moment time={alert.last_occurrence} isShortToday />
      </span>
    </Link>
  )
}
