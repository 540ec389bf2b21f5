import type { NotMade } from '@holdfast/contract'
import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../../shared/i18n/text.ts'
import { mayBeMade } from '../content/media-part.ts'

interface NoWaveformProps {
  notMade: NotMade
  /** Has it made now. */
  onRetry: () => Promise<void>
}

/** Says why a sound that plays has no waveform, and when there may be one. */
export const NoWaveform = ({ notMade, onRetry }: NoWaveformProps) => {
  const t = useText()
  const { mutate, isPending } = useMutation({ mutationFn: onRetry })
  const { tries_again_at } = notMade
  if (!mayBeMade(notMade)) {
    return (
      <Text size="xs" c="dimmed" role="status" mt="xs">
        {t('waveform.undecodable')}
      </Text>
    )
  }
  return (
    <Group gap="sm" mt="xs">
      <Text size="xs" c="dimmed" role="status">
        {tries_again_at ? t('waveform.failed_until', { time: new Date(tries_again_at) }) : t('waveform.failed')}
      </Text>
      <Button variant="default" size="compact-xs" loading={isPending} onClick={() => mutate()}>
        {t('error.retry')}
      </Button>
    </Group>
  )
}
