import { Anchor } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import classes from './list-page.module.css'

interface ListEndProps {
  hasMore: boolean
  hasFailed: boolean
  onRetry: () => void
}

/** Below the last row: loading more, could not load more, or no more rows. */
export const ListEnd = ({ hasMore, hasFailed, onRetry }: ListEndProps) => {
  const t = useText()
  return (
    <p className={classes.end} role="status">
      {hasFailed ? (
        <>
          {t('list.failed_more')}{' '}
          <Anchor component="button" size="sm" onClick={onRetry}>
            {t('error.retry')}
          </Anchor>
        </>
      ) : (
        t(hasMore ? 'list.loading_more' : 'list.end')
      )}
    </p>
  )
}
