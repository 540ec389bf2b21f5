import { type CarrierOutcome, calls, carrierOutcomes } from '@holdfast/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { readApi, session } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useLiveReload } from '../../shared/live/use-live-reload.ts'
import type { Prefetch } from '../../shared/screens/page-module.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { StateMessage } from '../../shared/ui/state-message.tsx'
import { countsByGroup, countsByMonth, type MonthCount } from './month-counts.ts'
import { daysOfMonth, monthName } from './month-name.ts'
import { MonthsChart } from './months-chart.tsx'
import classes from './months-page.module.css'

const monthsQuery = () => {
  const { client, support } = session.state()
  const { catalogue, path } = calls.getCarrierMonths
  return {
    queryKey: ['one', catalogue, path, client, support?.requestReference ?? null],
    queryFn: ({ signal }: { signal: AbortSignal }) => readApi(calls.getCarrierMonths, { query: {}, signal }),
  }
}

export const prefetch: Prefetch = () => void queryClient.prefetchQuery(monthsQuery())

/** How many records of each month have which outcome. */
export default function MonthsPage() {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(monthsQuery())
  useLiveReload(monthsQuery().queryKey, ({ kind }) => kind === 'carrier_record' || kind === 'carrier_import')
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('page.carrier_months')}>
        {can('completeness:read') && (
          <LinkButton variant="default" to="/dashboard/devices/completeness/statements">
            {t('page.completeness_statements')}
          </LinkButton>
        )}
      </PageHeader>
      {data.items.length === 0 ? (
        <StateMessage icon={IconReceipt2} title={t('carrier.empty')} body={t('carrier.empty_body')} />
      ) : (
        <Stack>
          <Panel title={t('carrier.chart')}>
            <MonthsChart months={countsByMonth(data.items)} />
          </Panel>
          <Panel title={t('carrier.by_group')}>
            <Text size="sm" c="dimmed" mb="sm">
              {t('carrier.months_note')}
            </Text>
            <MonthsTable months={countsByGroup(data.items)} />
          </Panel>
        </Stack>
      )}
    </>
  )
}

const shownOutcomes = carrierOutcomes.filter((outcome) => outcome !== 'Pending')

const MonthsTable = ({ months }: { months: readonly MonthCount[] }) => {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('carrier.by_group')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('carrier.month')}</th>
            <th scope="col">{t('carrier.group')}</th>
            {shownOutcomes.map((outcome) => (
              <th key={outcome} scope="col" className={classes.number}>
                {t(`carrier.outcome_${outcome}`)}
              </th>
            ))}
            <th scope="col" className={classes.number}>
              {t('carrier.signed_off')}
            </th>
            <th scope="col" className={classes.number}>
              {t('carrier.chart_open')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((count) => (
            <MonthRow key={`${count.month} ${count.group}`} count={count} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const MonthRow = ({ count }: { count: MonthCount }) => {
  const t = useText()
  const intl = useIntl()
  const { month, group, byOutcome, signedOff, open } = count
  return (
    <tr>
      <th scope="row">{monthName(intl, month)}</th>
      <td>{group === null ? t('carrier.no_group') : <bdi>{group}</bdi>}</td>
      {shownOutcomes.map((outcome) => (
        <td key={outcome} className={classes.number}>
          <OutcomeCount count={count} outcome={outcome} value={byOutcome[outcome]} />
        </td>
      ))}
      <td className={classes.number}>{intl.formatNumber(signedOff)}</td>
      <td className={classes.number}>{intl.formatNumber(open)}</td>
    </tr>
  )
}

/** Leads to the records that it counts. */
const OutcomeCount = ({ count, outcome, value }: { count: MonthCount; outcome: CarrierOutcome; value: number }) => {
  const intl = useIntl()
  if (value === 0) return <>0</>
  const { month, group } = count
  const filter = { outcomes: [outcome], ...daysOfMonth(month), ...(group !== null && { groups: [group] }) }
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to="/dashboard/devices/carrier-records" search={{ filter } as never} />}
    >
      {intl.formatNumber(value)}
    </Anchor>
  )
}
