import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'

interface CopyActionProps {
  /** The name of the text. */
  label: string
  copy: string
  className?: string | undefined
}

/** Copies a text. */
export const CopyAction = ({ label, copy, className }: CopyActionProps) => {
  const t = useText()
  return (
    <CopyButton value={copy}>
      {({ copied, copy: run }) => (
        <Tooltip label={copied ? t('fact.copied') : t('fact.copy', { name: label })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={className}
            onClick={run}
            aria-label={t('fact.copy', { name: label })}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
