import { calls } from '@holdfast/contract'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { ClientStatisticsPanel } from './client-statistics-panel.tsx'
import { ClientTelemetryPanel } from './client-telemetry-panel.tsx'
import { PortalConfigForm } from './portal-config-form.tsx'

export const prefetch = prefetchLoaded(calls.getPortalConfig)

/** One customer's account, for the provider's staff. */
export default function ClientPage() {
  const t = useText()
  return (
    <RecordPage call={calls.getPortalConfig} param="client" action="internal:clients">
      {(config, isReadOnly) =>
        config && (
          <>
            <PageHeader title={config.client} />
            <DetailColumns
              main={
                <>
                  <PortalConfigForm config={config} isReadOnly={isReadOnly} />
                  <ClientStatisticsPanel client={config.client} />
                  <ClientTelemetryPanel client={config.client} />
                </>
              }
              side={
                config.updated_at && (
                  <Panel>
                    <Facts
                      title={t('detail.activity')}
                      facts={[
                        { label: t('detail.updated_by'), value: config.updated_by },
                        {
                          label: t('detail.updated_at'),
                          value: <Moment time={config.updated_at} />,
                        },
                      ]}
                    />
                  </Panel>
                )
              }
            />
          </>
        )
      }
    </RecordPage>
  )
}
