import { calls, type RetentionPolicy } from '@holdfast/contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { AheadInBrief, RunAhead } from './run-ahead.tsx'
import { useDecision } from './use-decision.ts'

/** Shown after the server's clock jumped forward. Nothing is destroyed until somebody confirms the time. */
export const ClockJumped = ({ clock }: { clock: NonNullable<RetentionPolicy['clock']> }) => {
  const t = useText()
  const can = useCan()
  const { decide, isSaving, refusal } = useDecision()
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('retention.clock_jumped')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Moment time={clock.seen_at} withSeconds /> → <Moment time={clock.jumped_to} withSeconds />
        </Text>
        <Text size="sm">{t('retention.clock_body')}</Text>
        <Refusal refusal={refusal} />
        {can('retention:write') && (
          <Button size="xs" variant="default" loading={isSaving} onClick={() => decide('confirm_clock')}>
            {t('retention.confirm_clock')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

const waiting = { states: ['NeedsWord' as const] }

/** A run that would destroy more than the policy allows without a person's word, and what would follow if it went on. */
export const WaitingRun = ({ run_id }: { run_id: string }) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const { decide, isSaving, refusal } = useDecision()
  const { rows } = useList({ call: calls.listRetentionRuns, filter: waiting })
  const run = rows.find((row) => row.run_id === run_id)
  const isOther = !run?.ahead?.needs_second_person || run.requested_by !== profile?.user_reference
  const decided = { run_id, ...(run && { version: run.policy_version }) }
  return (
    <>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('retention.run_waits')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t('retention.run_waits_body')}</Text>
          <Refusal refusal={refusal} />
          {can('retention:write') && (
            <Group gap="xs">
              {run && isOther && (
                <ConfirmButton
                  size="xs"
                  label={t('retention.continue_run')}
                  title={t('retention.continue_title')}
                  body={
                    <Stack gap="xs">
                      {run.ahead && <AheadInBrief run={run} ahead={run.ahead} />}
                      <span>{t('retention.continue_body')}</span>
                    </Stack>
                  }
                  isBusy={isSaving}
                  onConfirm={() => decide('continue_run', decided)}
                />
              )}
              <Button size="xs" variant="default" loading={isSaving} onClick={() => decide('stop_run', decided)}>
                {t('retention.stop_run')}
              </Button>
            </Group>
          )}
        </Stack>
      </Alert>
      {run?.ahead && <RunAhead run={run} ahead={run.ahead} />}
    </>
  )
}
