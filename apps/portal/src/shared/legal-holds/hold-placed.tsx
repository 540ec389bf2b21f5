import { Button, Group, Stack, Text } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { HeldTarget } from './held-target.tsx'
import type { Placed } from './use-place-hold.ts'

/** The recordings that a new hold protects, and how many were destroyed before. */
export const HoldPlaced = ({ placed, onDone }: { placed: Placed; onDone: () => void }) => {
  const t = useText()
  const { coverage, target_type, matter_reference, result } = placed
  return (
    <Stack role="status">
      <Text size="sm">
        <HeldTarget {...placed} /> · {t(`hold_target.${target_type}`)} ·{' '}
        {t('holds.of_matter', { matter: matter_reference })}
      </Text>
      {result === 'gone' && <Text size="sm">{t('holds.was_destroyed')}</Text>}
      {result === 'unchanged' && <Text size="sm">{t('holds.was_there')}</Text>}
      {coverage && (
        <>
          <Text size="sm">
            {t(coverage.is_capped ? 'holds.protects_capped' : 'holds.protects', { count: coverage.recordings })}
          </Text>
          <Text size="sm">{t('holds.gone_before', { count: coverage.destroyed })}</Text>
        </>
      )}
      {!coverage && result !== 'gone' && <Text size="sm">{t(`holds.reach_${target_type}`)}</Text>}
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          {t('form.close')}
        </Button>
      </Group>
    </Stack>
  )
}
