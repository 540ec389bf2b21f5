import { type AccountDefaults, calls } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useEffect } from 'react'
import { networksText } from '../../shared/forms/networks.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useSecondsLeft } from '../../shared/ui/use-seconds-left.ts'

interface UnconfirmedLimitProps {
  defaults: AccountDefaults
  limit: NonNullable<AccountDefaults['unconfirmed_limit']>
  isReadOnly: boolean
  onLapsed: () => void
}

/** A limit of networks that lapses unless somebody confirms it from inside: until when, and what applies then. */
export const UnconfirmedLimit = ({ defaults, limit, isReadOnly, onLapsed }: UnconfirmedLimitProps) => {
  const t = useText()
  const left = useSecondsLeft(limit.lapses_at)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onLapsed()
  }, [isOver, onLapsed])
  const { save, isSaving, refusal } = useSave({
    call: calls.confirmAccountLimit,
    changes: [calls.getAccountDefaults],
    onSaved: () => notice(text('settings.limit_confirmed')),
  })
  const otherwise = networksText(limit.cidr_ranges_otherwise)
  return (
    <Alert color="yellow" icon={<IconClockExclamation aria-hidden />} title={t('settings.limit_unconfirmed')}>
      <Text size="sm" mb="sm">
        {t('settings.limit_unconfirmed_body', { networks: networksText(defaults.cidr_ranges), otherwise })}
      </Text>
      <Group>
        {!isReadOnly && (
          <Button size="xs" loading={isSaving} onClick={() => save({ body: { version: defaults.version } })}>
            {t('settings.limit_confirm')}
          </Button>
        )}
        <Text component="span" size="sm" className="numeric" role="timer" aria-label={t('settings.limit_left')}>
          {clockTime(left)}
        </Text>
      </Group>
      <Refusal refusal={refusal} />
    </Alert>
  )
}
