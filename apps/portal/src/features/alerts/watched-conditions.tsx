import {
  type AlertCondition,
  type AlertScope,
  type AlertTarget,
  alertConditionNames,
  alertConditions,
} from '@holdfast/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconListSearch } from '@tabler/icons-react'
import { SeverityBadge } from '../../shared/alerts/alert-badges.tsx'
import { nameOfCondition } from '../../shared/alerts/alert-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import classes from './alerts.module.css'

interface WatchedConditionsProps {
  target: AlertTarget
  /** Of which the person sees alerts. */
  scopes: readonly AlertScope[] | undefined
}

const rank = { High: 0, Medium: 1, Low: 2 } as const

const watchedFor = (target: AlertTarget, scopes: readonly AlertScope[]) =>
  alertConditionNames
    .filter((name) => name !== 'raised_by_hand')
    .map((name) => ({ name, ...(alertConditions[name] satisfies AlertCondition as AlertCondition) }))
    .filter(({ targets, scope }) => targets.includes(target) && scopes.includes(scope))
    .toSorted((one, other) => rank[one.severity] - rank[other.severity])

/** A button that opens the list of what raises alerts that this person sees. */
export const WatchedConditions = ({ target, scopes }: WatchedConditionsProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!scopes || scopes.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListSearch size={16} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('alerts.watched')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('alerts.watched')}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {t('alerts.watched_lead')}
          </Text>
          <ul className={classes.watched}>
            {watchedFor(target, scopes).map(({ name, severity, scope }) => (
              <li key={name}>
                <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
                  <strong>{t(nameOfCondition(name))}</strong>
                  <Group gap={6} wrap="nowrap">
                    <Badge>{t(`alerts.scope_${scope}`)}</Badge>
                    <SeverityBadge severity={severity} />
                  </Group>
                </Group>
                <span>{t(`alert_condition.${name}.raised`)}</span>
                <span className={classes.ends}>
                  {t('alerts.ends_when')}: {t(`alert_condition.${name}.ends`)}
                </span>
              </li>
            ))}
          </ul>
        </Stack>
      </Modal>
    </>
  )
}
