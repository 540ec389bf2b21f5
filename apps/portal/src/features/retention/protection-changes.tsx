import type { RetentionRules } from '@holdfast/contract'
import { linesOf } from '@holdfast/words'
import { Text } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import { changesOfVersion } from './version-changes.ts'
import classes from './versions-panel.module.css'

interface ProtectionChangesProps {
  /** In force. */
  before: RetentionRules
  after: RetentionRules
}

export const isLocking = (before: RetentionRules, after: RetentionRules): boolean =>
  after.is_locked && !before.is_locked

/** How a change alters the settings that protect data, before and after; nothing if it leaves them. */
export const ProtectionChanges = ({ before, after }: ProtectionChangesProps) => {
  const t = useText()
  const changes = changesOfVersion(before, after).filter(({ field }) => field !== 'retention_rules')
  if (changes.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={570}>
        {t('retention.protection_changes')}
      </Text>
      <ul className={classes.changes}>
        {changes.flatMap((change) =>
          linesOf({ event: 'retention.saved' }, change, t).map(({ key, title, words }) => (
            <li key={key}>
              {t(change.field === 'is_locked' ? 'retention.lock_input' : title)}: {words}
            </li>
          )),
        )}
      </ul>
      {isLocking(before, after) && (
        <Text size="sm" fw={570}>
          {t('retention.lock_hint')}
        </Text>
      )}
    </div>
  )
}
