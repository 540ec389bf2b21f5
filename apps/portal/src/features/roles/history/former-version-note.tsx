import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'

interface FormerVersionNoteProps {
  version: number
  onKeep: () => void
}

/** Above the editor, while it holds an earlier version that is not saved yet. */
export const FormerVersionNote = ({ version, onKeep }: FormerVersionNoteProps) => {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  // The button that was pressed is far below.
  useEffect(() => note.current?.focus(), [])
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      role="status"
      mb="md"
      icon={<IconHistory />}
      title={t('roles.version_in_editor', { version })}
    >
      <Text size="sm">{t('roles.version_in_editor_body')}</Text>
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={onKeep}>
          {t('roles.version_keep')}
        </Button>
      </Group>
    </Alert>
  )
}
