import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import { isServerUp } from '../shared/api/server-up.ts'
import { useText } from '../shared/i18n/text.ts'
import { retryLater } from '../shared/live/retries.ts'
import { useProfile } from '../shared/session/profile.ts'
import { useSession } from '../shared/session/use-session.ts'
import { loadedBuild } from './build-poll.ts'
import { isChunkFailure } from './chunk-reload.ts'
import classes from './error-page.module.css'

interface ErrorMessageProps {
  status?: number
  title: string
  message: string
  children?: ReactNode
}

const ErrorMessage = ({ status, title, message, children }: ErrorMessageProps) => {
  const t = useText()
  const { tokens } = useSession()
  return (
    <div className={classes.page}>
      <Stack gap="sm" align="flex-start" maw="36rem">
        {status !== undefined && (
          <Text className={classes.status} aria-hidden>
            {status}
          </Text>
        )}
        <Title order={1}>{title}</Title>
        <Text c="dimmed" className={classes.message}>
          {message}
        </Text>
        <Group mt="sm">
          {children}
          <Button variant="default" renderRoot={(props) => <Link {...props} to={tokens ? '/dashboard' : '/'} />}>
            {t(tokens ? 'error.overview' : 'error.home')}
          </Button>
        </Group>
      </Stack>
    </div>
  )
}

/** An unknown address (rules-and-calls section 8), inside the layout of its section. */
export const NotFoundHere = () => {
  const t = useText()
  const path = useLocation({ select: (location) => location.pathname })
  return <ErrorMessage status={404} title={t('error.not_found_title')} message={t('error.page_not_found', { path })} />
}

const reload = () => location.reload()

/**
 * A screen whose chunk could not be fetched. The reload waits for a network and a server, so that it does not leave the portal. While the
 * server answers, the chunk is missing, and a person decides whether to reload.
 */
const ScreenNotLoaded = () => {
  const t = useText()
  const { online } = useNetwork()
  useWindowEvent('online', reload)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isShown = true
    void isServerUp().then((isUp) => {
      if (isShown && !isUp) stop = retryLater(reload)
    })
    return () => {
      isShown = false
      stop?.()
    }
  }, [])
  return (
    <ErrorMessage title={t('error.screen_title')} message={t(online ? 'error.screen_body' : 'error.screen_offline')}>
      {online && <Button onClick={reload}>{t('error.retry')}</Button>}
    </ErrorMessage>
  )
}

/** 404 shows 'Page Not Found', any other status 'Internal Server Error', with the message of the error. */
export const ErrorHere = ({ error, reset }: ErrorComponentProps) => {
  const t = useText()
  useEffect(() => {
    // Monitoring hears of it, as of errors that no screen shows.
    if (!(error instanceof ApiError) && !isChunkFailure(error)) reportError(error)
  }, [error])
  if (isChunkFailure(error)) return <ScreenNotLoaded />
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <ErrorMessage
      status={isUnknown ? 404 : 500}
      title={t(isUnknown ? 'error.not_found_title' : 'error.server_title')}
      message={error instanceof Error ? error.message : String(error)}
    >
      <Button onClick={reset}>{t('error.retry')}</Button>
      {!isUnknown && <Diagnostics />}
    </ErrorMessage>
  )
}

/** Facts for support: the build, and the name of the deployment from the account's settings. */
const Diagnostics = () => {
  const t = useText()
  const { tokens } = useSession()
  const build = loadedBuild()
  return (
    <Text size="xs" c="dimmed" w="100%" className="numeric">
      {build && t('error.build', { build })} {tokens && <Application />}
    </Text>
  )
}

const Application = () => {
  const t = useText()
  const { profile } = useProfile()
  const application = profile?.portal_config.application_id
  return application ? t('error.application', { application }) : null
}

/** For errors outside of any layout. */
export const ErrorPage = (props: ErrorComponentProps) => (
  <main id="main" tabIndex={-1} className={classes.alone}>
    <ErrorHere {...props} />
  </main>
)
