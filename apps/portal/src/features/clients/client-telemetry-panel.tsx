import { calls } from '@holdfast/contract'
import { Group, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useCan } from '../../shared/session/profile.ts'
import { ProblemBadges } from '../../shared/telemetry/problem-badges.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

const shown = 5
const withProblems = { has_problems: true }

/** The devices of a customer with the most problems. */
export const ClientTelemetryPanel = ({ client }: { client: string }) => {
  const can = useCan()
  return can('internal:telemetry') ? <Worst client={client} /> : null
}

const Worst = ({ client }: { client: string }) => {
  const t = useText()
  const params = useMemo(() => ({ client }), [client])
  const { rows, isLoading, error, reload } = useList({
    call: calls.listClientTelemetry,
    params,
    filter: withProblems,
    pageRows: shown,
    portalReads: 'first_page',
  })
  return (
    <Panel title={t('telemetry.of_client')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height="6rem" radius="md" />}
      {!isLoading && !error && rows.length === 0 && t('telemetry.client_has_none')}
      {rows.map(({ device_reference, problems }) => (
        <Group key={device_reference} justify="space-between" py={4} gap="xs">
          <bdi>{device_reference}</bdi>
          <ProblemBadges problems={problems} />
        </Group>
      ))}
      <LinkButton
        mt="sm"
        size="xs"
        variant="subtle"
        to="/internal/telemetry"
        search={{ filter: { clients: [client] } } as never}
      >
        {t('telemetry.all_of_client')}
      </LinkButton>
    </Panel>
  )
}
