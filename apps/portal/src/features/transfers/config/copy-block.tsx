import { Button, CopyButton, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './copy-block.module.css'

interface CopyBlockProps {
  title: string
  hint?: string
  children: string
}

/** A text of several lines to copy. */
export const CopyBlock = ({ title, hint, children }: CopyBlockProps) => {
  const t = useText()
  return (
    <section className={classes.block}>
      <div className={classes.head}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <CopyButton value={children}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              onClick={copy}
              aria-label={copied ? t('fact.copied') : t('fact.copy', { name: title })}
            >
              {t(copied ? 'fact.copied' : 'transfer_configs.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      <pre className={classes.text}>{children}</pre>
    </section>
  )
}
