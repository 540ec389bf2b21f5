import { Button, type MantineSpacing } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import type { ListResult } from './use-list.ts'

interface ShowMoreProps {
  list: Pick<ListResult<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'>
  mt?: MantineSpacing
}

/** Loads the next rows of a list that is part of a screen. Nothing once all rows are there. */
export const ShowMore = ({ list: { hasMore, isLoadingMore, loadMore }, mt = 0 }: ShowMoreProps) => {
  const t = useText()
  if (!hasMore) return null
  return (
    <Button mt={mt} size="xs" variant="default" loading={isLoadingMore} onClick={loadMore}>
      {t('list.more')}
    </Button>
  )
}
