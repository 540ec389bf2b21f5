import { calls } from '@holdfast/contract'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useCan } from '../../shared/session/profile.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { FigureTable } from '../../shared/ui/figure-table.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** How much a customer recorded in the last 30 days and stores, by service. */
export const ClientStatisticsPanel = ({ client }: { client: string }) => {
  const can = useCan()
  return can('internal:statistics') ? <ByService client={client} /> : null
}

const ByService = ({ client }: { client: string }) => {
  const t = useText()
  const intl = useIntl()
  const filter = useMemo(() => ({ clients: [client] }), [client])
  const { rows, isLoading, error, reload } = useList({
    call: calls.listStatistics,
    filter,
    portalReads: 'first_page',
  })
  return (
    <Panel title={t('page.statistics')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height="12rem" radius="md" />}
      {!isLoading && !error && rows.length === 0 && t('statistics.never_counted')}
      {rows.length > 0 && (
        <FigureTable
          label={t('page.statistics')}
          head={[
            t('statistics.service'),
            t('statistics.users'),
            t('statistics.devices'),
            t('statistics.recordings'),
            t('statistics.stored'),
          ]}
          rows={rows.flatMap(({ service, users, devices, recordings, stored_bytes }) =>
            service === null
              ? []
              : {
                  name: t(`service.${service}`),
                  cells: [
                    intl.formatNumber(users),
                    intl.formatNumber(devices),
                    intl.formatNumber(Object.values(recordings).reduce((sum, count) => sum + count, 0)),
                    byteSize(intl, stored_bytes),
                  ],
                },
          )}
        />
      )}
      <LinkButton
        mt="sm"
        size="xs"
        variant="subtle"
        to="/internal/statistics"
        search={{ filter: { ...filter, rows: 'services' } } as never}
      >
        {t('statistics.open')}
      </LinkButton>
    </Panel>
  )
}
