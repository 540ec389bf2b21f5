import type { AccessGains } from '@holdfast/contract'
import { Alert, Checkbox, List, ScrollArea, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { gainInWords } from './gains-in-words.ts'

interface AccessGainsNoteProps {
  gains: AccessGains | undefined
  /** Saving it is refused whatever its author accepts. */
  needsSecondPerson?: boolean
  isAccepted?: boolean
  /** Without it, nobody is asked to accept anything. */
  onAccept?: (isAccepted: boolean) => void
}

/**
 * Shown before a change of tags is saved: who gains access by it, and a checkbox where its author could not grant that.
 */
export const AccessGainsNote = ({
  gains,
  needsSecondPerson = false,
  isAccepted = false,
  onAccept,
}: AccessGainsNoteProps) => {
  const t = useText()
  if (!gains || gains.total === 0) return null
  const { total, beyond_own_total: beyond, assignees } = gains
  return (
    <Alert
      color={beyond > 0 ? 'yellow' : 'blue'}
      icon={<IconUserPlus />}
      title={t('gains.title', { total })}
      aria-live="polite"
    >
      <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {assignees.map((bearer, index) => (
            <List.Item key={`${bearer.kind} ${bearer.reference ?? index}`}>{gainInWords(bearer)}</List.Item>
          ))}
          {total > assignees.length && <List.Item>{t('gains.more', { count: total - assignees.length })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
      {needsSecondPerson && onAccept && (
        <Text size="sm" mt="sm">
          {t('gains.second_person')}
        </Text>
      )}
      {beyond > 0 && onAccept && !needsSecondPerson && (
        <Checkbox
          mt="sm"
          label={t('gains.accept', { count: beyond })}
          checked={isAccepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}
