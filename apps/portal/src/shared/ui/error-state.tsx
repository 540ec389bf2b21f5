import { Button } from '@mantine/core'
import { IconCloudOff, IconLock } from '@tabler/icons-react'
import { ApiError } from '../api/api-error.ts'
import { useText } from '../i18n/text.ts'
import { failureMessage } from '../notices/notice.ts'
import { StateMessage } from './state-message.tsx'

/** What went wrong in the place where the data would be, and a way to try again. */
export const ErrorState = ({ error, onRetry }: { error: Error; onRetry?: () => void }) => {
  const t = useText()
  const isForbidden = error instanceof ApiError && error.status === 403
  return (
    <StateMessage
      icon={isForbidden ? IconLock : IconCloudOff}
      title={t(isForbidden ? 'error.no_access_title' : 'error.load_title')}
      body={error instanceof ApiError ? failureMessage(error) : error.message}
    >
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </StateMessage>
  )
}
