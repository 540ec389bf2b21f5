import { calls } from '@holdfast/contract'
import { Button, Skeleton } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconBuilding } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useCan } from '../../shared/session/profile.ts'
import { providerAccount } from '../../shared/session/provider-account.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { StateMessage } from '../../shared/ui/state-message.tsx'
import classes from './internal-page.module.css'
import { Installation } from './overview/installation.tsx'
import { Situations } from './overview/situations.tsx'

const noFilter = {}
const refreshMs = 60_000

const Customers = () => {
  const t = useText()
  const { rows, isLoading, error, reload } = useList({ call: calls.listClients, filter: noFilter })
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isLoading) return <Skeleton height={160} />
  const customers = rows.filter(({ client }) => client !== providerAccount)
  if (customers.length === 0) {
    return (
      <StateMessage icon={IconBuilding} title={t('internal.clients_empty')} body={t('internal.clients_empty_body')} />
    )
  }
  return (
    <ul className={classes.clients}>
      {customers.map(({ client, name, created_at, is_active }) => (
        <li key={client} className={classes.client}>
          <span>
            <strong>{name}</strong> <span className={classes.identifier}>{client}</span>
          </span>
          <Badge tone={is_active ? 'good' : 'neutral'}>{t(is_active ? 'device.active' : 'device.deactivated')}</Badge>
          <span className={classes.since}>
            {t('internal.since')} <Moment time={created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const noParams = {}

/** Accounts and parts of the installation that need attention. Read again each minute. */
const Overview = () => {
  const { data, error, refetch } = useLoaded(calls.getInstallationOverview, noParams)
  useInterval(() => void refetch(), refreshMs, { autoInvoke: true })
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  // As high as a screen: nothing below it moves in sight.
  if (!data) return <Skeleton height="60rem" radius="md" />
  return (
    <>
      <Situations clients={data.clients} isCapped={data.is_capped} />
      <Installation overview={data} />
    </>
  )
}

/** The start screen of the provider's staff. */
export default function InternalPage() {
  const t = useText()
  const can = useCan()
  return (
    <>
      <PageHeader title={t('page.internal')} />
      <p className={classes.lead}>{t('internal.lead')}</p>
      <div className={classes.stack}>
        {can('internal:statistics') && <Overview />}
        {can('internal:clients') && !can('internal:statistics') && (
          <Panel title={t('internal.clients')}>
            <Customers />
          </Panel>
        )}
        <Panel
          title={t('internal.account')}
          action={
            <Button size="xs" variant="default" component={Link} to="/dashboard">
              {t('internal.open')}
            </Button>
          }
        >
          <p className={classes.lead}>{t('internal.account_body')}</p>
        </Panel>
      </div>
    </>
  )
}
