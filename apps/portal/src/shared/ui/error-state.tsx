import { Button } from '@mantine/core'
import { IconAlertCircle, IconCloudOff, IconFileUnknown, IconLock } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, isSettled, mayPass } from '../api/api-error.ts'
import { isFailure } from '../api/failure-told.ts'
import { type MessageId, useText } from '../i18n/text.ts'
import { useRetries } from '../live/use-retries.ts'
import { failureMessage, failureNotice } from '../notices/notice.ts'
import { LinkButton } from './link-button.tsx'
import { StateMessage } from './state-message.tsx'

/** Nothing with this reference that the person may see. It offers the list instead of another try. */
const Unknown = ({ isScreen, title }: { isScreen: boolean; title: MessageId }) => {
  const t = useText()
  const parent = useMatches({ select: (matches) => matches.at(-1)?.staticData.above?.at(-1) })
  return (
    <StateMessage icon={IconFileUnknown} title={t(title)} body={t('error.unknown_body')} isScreen={isScreen}>
      <LinkButton variant="default" to={parent?.path ?? '/dashboard'} search={{}}>
        {parent ? t('error.to_list', { list: t(parent.title) }) : t('error.overview')}
      </LinkButton>
    </StateMessage>
  )
}

interface ErrorStateProps {
  error: Error
  /** It replaces the whole screen. */
  isScreen?: boolean
  /** The title when there is nothing with this reference. */
  unknown?: MessageId
  /** Reads again what failed. It changes nothing: it is also called without a person. */
  onRetry?: () => void
}

/** How long the same failure, which is tried again meanwhile, is not told again. */
const toldMs = 60_000
const toldAt = new Map<string, number>()

/** Tells what failed before the screen was there, such as a record that its route reads. */
const useTold = (error: Error): void => {
  useEffect(() => {
    if (!(error instanceof ApiError) || !isFailure(error)) return
    const key = `${error.status} ${error.message}`
    if (mayPass(error) && Date.now() - (toldAt.get(key) ?? 0) < toldMs) return
    toldAt.set(key, Date.now())
    failureNotice(error)
  }, [error])
}

/** The error in the place of the data, and a way to continue. What a server that is away could not tell is read again when it is back. */
export const ErrorState = ({ error, isScreen = false, unknown = 'notice.not_found', onRetry }: ErrorStateProps) => {
  const t = useText()
  useRetries(error, onRetry)
  useTold(error)
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return <Unknown isScreen={isScreen} title={unknown} />
  if (isSettled(error)) {
    return <StateMessage icon={IconAlertCircle} title={failureMessage(error)} isScreen={isScreen} />
  }
  const isForbidden = status === 403
  // Of a record, as the specification has it (docs/specification, section 2).
  const isFailedRecord = isScreen && status !== undefined && status >= 500
  return (
    <StateMessage
      isScreen={isScreen}
      icon={isForbidden ? IconLock : IconCloudOff}
      title={t(isForbidden ? 'error.no_access_title' : isFailedRecord ? 'error.server_title' : 'error.load_title')}
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
