import { Text } from '@mantine/core'
import { useText } from '../../../../shared/i18n/text.ts'

/** Said where a list has more lines than a statement has. */
export const Shortened = ({ of: { total, items } }: { of: { total: number; items: readonly unknown[] } }) => {
  const t = useText()
  if (items.length >= total) return null
  return (
    <Text size="sm" c="dimmed">
      {t('statement.shortened', { listed: items.length, total })}
    </Text>
  )
}
