import type { RetentionPolicy } from '@holdfast/contract'
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { FreedFacts } from './edit/freed-preview.tsx'
import { isLocking, ProtectionChanges } from './protection-changes.tsx'
import { useDecision } from './use-decision.ts'
import { type Freed, useFreed } from './use-freed.ts'

type Pending = NonNullable<RetentionPolicy['pending']>

interface PendingProps {
  policy: RetentionPolicy
  pending: Pending
}

/**
 * A change of the policy that waits: when it takes effect, what it frees, what it changes of the protection, who has to confirm it, and how
 * to withdraw it.
 */
export const PendingChange = ({ policy, pending }: PendingProps) => {
  const t = useText()
  const intl = useIntl()
  const { effective_at, saved_by, saved_at, freed_recordings, freed_bytes } = pending
  const mayConfirm = useMayConfirm(pending)
  const freed = useFreed(pending, mayConfirm)
  return (
    <Alert role="note" color="yellow" icon={<IconClockPause aria-hidden />} title={t('retention.change_waits')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t('retention.saved_by')} <Colleague author={saved_by} /> · <Moment time={saved_at} /> ·{' '}
          {t('retention.takes_effect')} <Moment time={effective_at} />
        </Text>
        <Text size="sm">
          {t('retention.counted_when_saved')}{' '}
          {t('retention.frees', { count: freed_recordings, size: byteSize(intl, freed_bytes) })}
        </Text>
        <ProtectionChanges before={policy} after={pending} />
        <ConfirmedBy pending={pending} />
        <WhatItFrees freed={freed} />
        <Decide policy={policy} pending={pending} mayConfirm={mayConfirm} isSeen={!freed.isLoading} />
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

/** Whether this person can be the second one: not who saved it, and not of a change that a program saved. */
const useMayConfirm = ({ needs_second_person, confirmed_by, saved_by }: Pending): boolean => {
  const can = useCan()
  const { profile } = useProfile()
  const isOthers = saved_by !== profile?.user_reference && !saved_by.startsWith('app/')
  return can('retention:write') && needs_second_person && confirmed_by === null && isOthers
}

/** The data that the change frees, counted now: read at once for a person who has to confirm it, and for others when they ask. */
const WhatItFrees = ({ freed }: { freed: Freed }) => {
  const t = useText()
  const can = useCan()
  const { preview, error, isLoading, isAsked, ask, readAgain } = freed
  if (!can('retention:write')) return null
  if (!isAsked) {
    return (
      <Button size="xs" variant="default" onClick={ask}>
        {t('retention.preview')}
      </Button>
    )
  }
  if (error) return <ErrorState error={error} onRetry={readAgain} />
  if (isLoading || !preview) return <Skeleton height={96} />
  return (
    <Stack gap="xs" w="100%" role="status">
      <Text size="sm">
        {t('retention.counted_now')} <Moment time={preview.freed.at} />
      </Text>
      <FreedFacts freed={preview.freed} />
    </Stack>
  )
}

interface DecideProps extends PendingProps {
  mayConfirm: boolean
  /** Nobody confirms before it is shown what the change frees. */
  isSeen: boolean
}

const Decide = ({ policy, pending, mayConfirm, isSeen }: DecideProps) => {
  const t = useText()
  const can = useCan()
  const { decide, isSaving, refusal } = useDecision()
  if (!can('retention:write')) return null
  const { version, saved_by, saved_at } = pending
  return (
    <>
      <Refusal refusal={refusal} />
      <Group gap="xs">
        {mayConfirm && (
          <ConfirmButton
            size="xs"
            color={isLocking(policy, pending) ? 'red' : 'cerulean'}
            label={t('retention.confirm')}
            title={t('retention.confirm_title')}
            body={
              <Stack gap="xs">
                <span>{t('retention.confirm_body')}</span>
                <ProtectionChanges before={policy} after={pending} />
              </Stack>
            }
            {...(isLocking(policy, pending) && { typed: t('retention.lock_word') })}
            disabled={!isSeen}
            isBusy={isSaving}
            onConfirm={() => decide('confirm', { version })}
          />
        )}
        <ConfirmButton
          size="xs"
          variant="default"
          label={t('retention.withdraw')}
          title={t('retention.withdraw_title')}
          body={
            <Stack gap="xs">
              <span>
                {t('retention.saved_by')} <Colleague author={saved_by} /> · <Moment time={saved_at} />
              </span>
              <span>{t('retention.withdraw_body')}</span>
              <span>{t('retention.withdraw_kept')}</span>
            </Stack>
          }
          isBusy={isSaving}
          onConfirm={() => decide('withdraw', { version })}
        />
      </Group>
    </>
  )
}
