import type { RemovedByRetention } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { usePeriodWords } from '../../../shared/retention/use-period-words.ts'

/** By which run, version and rule of the policy a recording was deleted or destroyed. */
export const RemovedBy = ({ retention: { run_id, policy_version, rule } }: { retention: RemovedByRetention }) => {
  const t = useText()
  const words = usePeriodWords()
  const { delete_after_days: deleted = null, destroy_after_days: destroyed = null } = rule ?? {}
  const told = [
    t('kept.by_run', { run: run_id }),
    ...(policy_version === null ? [] : [t('kept.policy_version', { version: policy_version })]),
    ...(deleted === null ? [] : [t('kept.rule_deleted', { period: words(deleted) })]),
    ...(destroyed === null ? [] : [t('kept.rule_destroyed', { period: words(destroyed) })]),
    ...(rule ? [t('kept.counted_from', { from: t(`retention.from_${rule.retention_timestamp}`) })] : []),
  ]
  return (
    <Text size="xs" c="dimmed">
      {told.join(' · ')}
    </Text>
  )
}
