import { Button, Group, Stack, Text } from '@mantine/core'
import { Refusal } from '../forms/refusal.tsx'
import { useText } from '../i18n/text.ts'
import { HeldTarget } from './held-target.tsx'
import classes from './hold-placed.module.css'
import { keyOfTarget, type Placed, type PlacedTarget, usePlaceHold } from './use-place-hold.ts'

interface HoldPlacedProps {
  placed: Placed
  onPlaced: (placed: Placed) => void
  onDone: () => void
}

/** The result for each target: the coverage of its hold, or why it was refused, with a way to try again. */
export const HoldPlaced = ({ placed, onPlaced, onDone }: HoldPlacedProps) => {
  const t = useText()
  const { matter_reference, targets } = placed
  const isRefused = ({ result }: PlacedTarget) => result === 'refused'
  const refused = targets.filter(isRefused)
  const { place, isPlacing, refusal } = usePlaceHold((again) =>
    onPlaced({ matter_reference, targets: [...targets.filter((one) => !isRefused(one)), ...again.targets] }),
  )
  return (
    <Stack role="status">
      <Text size="sm">
        {t('holds.of_matter', { matter: matter_reference })}
        {targets.length > 1 &&
          ` · ${t('holds.placed_count', { count: targets.length - refused.length, all: targets.length })}`}
      </Text>
      <ul className={classes.targets}>
        {targets
          .toSorted((one, other) => Number(isRefused(other)) - Number(isRefused(one)))
          .map((target) => (
            <li key={keyOfTarget(target)}>
              <Outcome of={target} />
            </li>
          ))}
      </ul>
      <Refusal refusal={refusal} />
      <Group justify="flex-end">
        {refused.length > 0 && (
          <Button
            variant="default"
            loading={isPlacing}
            onClick={() => place({ matter: matter_reference, targets: refused })}
          >
            {t('run.again')}
          </Button>
        )}
        <Button onClick={onDone} data-autofocus>
          {t('form.close')}
        </Button>
      </Group>
    </Stack>
  )
}

const Outcome = ({ of }: { of: PlacedTarget }) => {
  const t = useText()
  const { target_type, coverage, result, why } = of
  return (
    <>
      <Text size="sm" fw={570} component="div">
        <HeldTarget {...of} /> · {t(`hold_target.${target_type}`)}
      </Text>
      {result === 'refused' && (
        <Text size="sm" className={classes.refused}>
          {t('holds.not_placed', { why: why ?? '' })}
        </Text>
      )}
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
      {!coverage && result !== 'gone' && result !== 'refused' && (
        <Text size="sm">{t(`holds.reach_${target_type}`)}</Text>
      )}
    </>
  )
}
