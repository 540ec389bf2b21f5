import type { RetentionPolicy } from '@holdfast/contract'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { useDecision } from './use-decision.ts'

type Pending = NonNullable<RetentionPolicy['pending']>

/** A change of the policy that waits: when it takes effect, what it frees, who has to confirm it, and how to withdraw it. */
export const PendingChange = ({ pending }: { pending: Pending }) => {
  const t = useText()
  const intl = useIntl()
  const { version, effective_at, saved_by, saved_at, freed_recordings, freed_bytes } = pending
  return (
    <Alert role="note" color="yellow" icon={<IconClockPause aria-hidden />} title={t('retention.change_waits')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t('retention.saved_by')} <Colleague author={saved_by} /> · <Moment time={saved_at} /> ·{' '}
          {t('retention.takes_effect')} <Moment time={effective_at} />
        </Text>
        <Text size="sm">{t('retention.frees', { count: freed_recordings, size: byteSize(intl, freed_bytes) })}</Text>
        <ConfirmedBy pending={pending} />
        <Decide version={version} pending={pending} />
      </Stack>
    </Alert>
  )
}

const ConfirmedBy = ({ pending: { needs_second_person, confirmed_by } }: { pending: Pending }) => {
  const t = useText()
  if (!needs_second_person) return null
  return (
    <Text size="sm">
      {confirmed_by === null ? (
        t('retention.needs_second_person')
      ) : (
        <>
          {t('retention.confirmed_by')} <Colleague author={confirmed_by} />
        </>
      )}
    </Text>
  )
}

const Decide = ({ pending, version }: { pending: Pending; version: number }) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const { decide, isSaving, refusal } = useDecision()
  if (!can('retention:write')) return null
  const { needs_second_person, confirmed_by, saved_by } = pending
  const mayConfirm =
    needs_second_person && confirmed_by === null && saved_by !== profile?.user_reference && !saved_by.startsWith('app/')
  return (
    <>
      <Refusal refusal={refusal} />
      <Group gap="xs">
        {mayConfirm && (
          <ConfirmButton
            size="xs"
            color="cerulean"
            label={t('retention.confirm')}
            title={t('retention.confirm_title')}
            body={t('retention.confirm_body')}
            isBusy={isSaving}
            onConfirm={() => decide('confirm', { version })}
          />
        )}
        <Button size="xs" variant="default" loading={isSaving} onClick={() => decide('withdraw', { version })}>
          {t('retention.withdraw')}
        </Button>
      </Group>
    </>
  )
}
