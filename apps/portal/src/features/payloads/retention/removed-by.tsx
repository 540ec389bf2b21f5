import type { RemovedByRetention } from '@holdfast/contract'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { usePeriodWords } from '../../../shared/retention/use-period-words.ts'
import { useCan } from '../../../shared/session/profile.ts'

/** By which run, version and rule of the policy a recording was deleted or destroyed, who began the run and who let it go on. */
export const RemovedBy = ({ retention }: { retention: RemovedByRetention }) => {
  const { policy_version, requested_by, continued_by, rule } = retention
  const t = useText()
  const words = usePeriodWords()
  const { delete_after_days: deleted = null, destroy_after_days: destroyed = null } = rule ?? {}
  const told = [
    ...(policy_version === null ? [] : [t('kept.policy_version', { version: policy_version })]),
    ...(deleted === null ? [] : [t('kept.rule_deleted', { period: words(deleted) })]),
    ...(destroyed === null ? [] : [t('kept.rule_destroyed', { period: words(destroyed) })]),
    ...(rule ? [t('kept.counted_from', { from: t(`retention.from_${rule.retention_timestamp}`) })] : []),
  ]
  return (
    <Text size="xs" c="dimmed" component="div">
      <RunLink run_id={retention.run_id} />
      {' · '}
      {t('retention.requested_by')}{' '}
      {requested_by === 'system' ? t('audit.system') : <Colleague author={requested_by} />}
      {continued_by !== null && (
        <>
          {' · '}
          {t('retention.continued_by')} <Colleague author={continued_by} />
        </>
      )}
      {told.map((words) => ` · ${words}`)}
    </Text>
  )
}

const RunLink = ({ run_id }: { run_id: string }) => {
  const t = useText()
  const can = useCan()
  const words = t('kept.by_run', { run: run_id })
  if (!can('retention:read')) return words
  return (
    <Anchor
      size="xs"
      renderRoot={(props) => <Link {...props} to="/dashboard/account/retention" search={{ run: run_id }} />}
    >
      {words}
    </Anchor>
  )
}
