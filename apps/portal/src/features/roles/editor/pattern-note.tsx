import type { PatternMatch } from '@holdfast/contract'
import { Button, Group, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

interface PatternNoteProps {
  match: PatternMatch | undefined
  /** Replaces the pattern by the one that was probably meant. */
  onTake: (pattern: string) => void
}

/** Below a pattern of actions: how many actions it matches, and a warning if it matches none. A single action needs no note. */
export const PatternNote = ({ match, onTake }: PatternNoteProps) => {
  const t = useText()
  const isAction = match?.action_count === 1 && !match.is_regex && !match.actions_matching.includes('*')
  return (
    <Group role="status" gap="xs" mt={match && !isAction ? 4 : 0}>
      {match && !isAction && (
        <Text size="xs" c={match.action_count === 0 ? 'var(--holdfast-warn)' : 'dimmed'}>
          {t('roles.pattern_matches', { count: match.action_count })}
        </Text>
      )}
      {match?.probably && (
        <Button size="compact-xs" variant="default" onClick={() => onTake(match.probably ?? '')}>
          {t('roles.pattern_probably', { pattern: match.probably })}
        </Button>
      )}
    </Group>
  )
}
