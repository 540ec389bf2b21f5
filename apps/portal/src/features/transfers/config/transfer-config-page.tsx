import { calls, type TransferConfig } from '@holdfast/contract'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { DeletePanel } from '../../../shared/forms/delete-panel.tsx'
import { RecordPage } from '../../../shared/forms/record-page.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { prefetchLoaded } from '../../../shared/forms/use-loaded.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useNamedScreen } from '../../../shared/screens/screen-name.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Facts } from '../../../shared/ui/facts.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { StateOfTransfer } from '../transfer-state.tsx'
import { isTheBeginning } from '../window-text.tsx'
import { ConfigForm } from './config-form.tsx'
import { ConfigState } from './config-state.tsx'
import { ManifestKey } from './manifest-key.tsx'
import { useScheduleWords } from './schedule-words.ts'

export const prefetch = prefetchLoaded(calls.getTransferConfig)

/** One transfer configuration, or a new one. */
export default function TransferConfigPage() {
  const t = useText()
  const can = useCan()
  const { transfer_config_reference } = useParams({ strict: false })
  useNamedScreen(transfer_config_reference)
  return (
    <RecordPage call={calls.getTransferConfig} param="transfer_config_reference" action="transfers:write">
      {(config, isReadOnly) => (
        <>
          <PageHeader title={config?.transfer_config_reference ?? t('transfer_configs.new')}>
            {config && <ConfigState config={config} />}
          </PageHeader>
          <Stack maw={860} gap="md">
            {config && <Standing config={config} />}
            <ConfigForm config={config} isReadOnly={isReadOnly} />
            {config && <ManifestKey keys={config.manifest_keys} />}
            {config && can('transfers:write') && (
              <DeletePanel
                noun="transfer_configs"
                name={config.transfer_config_reference}
                isTyped
                call={calls.deleteTransferConfig}
                changes={[calls.listTransferConfigs]}
                input={{ params: { transfer_config_reference: config.transfer_config_reference } }}
              />
            )}
          </Stack>
        </>
      )}
    </RecordPage>
  )
}

/** How far it has come, and what can be done now. */
const Standing = ({ config }: { config: TransferConfig }) => {
  const t = useText()
  const words = useScheduleWords()
  const { transfer_config_reference, is_active, schedule, last_transfer, covered_until, next_runs, may } = config
  const [next] = next_runs
  return (
    <Panel>
      <Stack gap="sm">
        {!is_active && <Alert color="gray">{t('transfer_configs.off_hint')}</Alert>}
        <Facts
          title={null}
          facts={[
            { label: t('transfer_configs.schedule'), value: words(schedule) },
            {
              label: t('transfer_configs.covered_until'),
              value: !isTheBeginning(covered_until) && <Moment time={covered_until} />,
            },
            { label: t('transfer_configs.next_run'), value: next && <Moment time={next} /> },
            {
              label: t('transfer_configs.last_transfer'),
              value: last_transfer && (
                <Group gap="xs" component="span">
                  <Moment time={last_transfer.report_to} />
                  <StateOfTransfer state={last_transfer.state} />
                </Group>
              ),
            },
          ]}
        />
        <Group gap="xs">
          {may.includes('run') && <RunNow transfer_config_reference={transfer_config_reference} />}
          {last_transfer && (
            <LinkButton
              size="xs"
              variant="default"
              to="/dashboard/account/transfers"
              search={{ filter: { transfer_config_references: [transfer_config_reference] } } as never}
            >
              {t('transfer_configs.its_transfers')}
            </LinkButton>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

const RunNow = ({ transfer_config_reference }: { transfer_config_reference: string }) => {
  const t = useText()
  const navigate = useNavigate()
  const { save, isSaving, refusal } = useSave({
    call: calls.runTransferConfig,
    changes: [calls.listTransfers, calls.listTransferConfigs, calls.getTransferConfig],
    onSaved: ({ transfer_id }, isShown) => {
      if (isShown) void navigate({ to: '/dashboard/account/transfers/$transfer_id', params: { transfer_id } })
    },
  })
  return (
    <>
      <Button size="xs" loading={isSaving} onClick={() => save({ params: { transfer_config_reference }, body: {} })}>
        {t('transfer_configs.run_now')}
      </Button>
      <Refusal refusal={refusal} />
    </>
  )
}
