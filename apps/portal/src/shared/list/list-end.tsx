import { Anchor } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { useRetries } from '../live/use-retries.ts'
import classes from './list-page.module.css'

interface ListEndProps {
  hasMore: boolean
  /** Why more rows could not be read. */
  failure: Error | null
  onRetry: () => void
}

/** Below the last row: loading more, could not load more, or no more rows. */
export const ListEnd = ({ hasMore, failure, onRetry }: ListEndProps) => {
  const t = useText()
  return (
    <p className={classes.end} role="status">
      {failure ? <FailedMore failure={failure} onRetry={onRetry} /> : t(hasMore ? 'list.loading_more' : 'list.end')}
    </p>
  )
}

/** Reads more by itself when the server is back. */
const FailedMore = ({ failure, onRetry }: { failure: Error; onRetry: () => void }) => {
  const t = useText()
  useRetries(failure, onRetry)
  return (
    <>
      {t('list.failed_more')}{' '}
      <Anchor component="button" size="sm" onClick={onRetry}>
        {t('error.retry')}
      </Anchor>
    </>
  )
}
