import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router'
import { ApiError } from '../shared/api/api-error.ts'
import { useText } from '../shared/i18n/text.ts'
import classes from './error-page.module.css'

const ErrorMessage = ({ status, message, onRetry }: { status: number; message: string; onRetry?: () => void }) => {
  const t = useText()
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <Stack gap="sm" align="flex-start" maw="36rem">
        <Text className={classes.status} aria-hidden>
          {status}
        </Text>
        <Title order={1}>{t(status === 404 ? 'error.not_found_title' : 'error.server_title')}</Title>
        <Text c="dimmed" className={classes.message}>
          {message}
        </Text>
        <Group mt="sm">
          {onRetry && <Button onClick={onRetry}>{t('error.retry')}</Button>}
          <Button variant="default" component={Link} to="/">
            {t('error.home')}
          </Button>
        </Group>
      </Stack>
    </main>
  )
}

/** An unknown path (rules-and-calls section 8): the shell stays, the rest of the portal goes on. */
export const NotFoundPage = () => {
  const t = useText()
  const path = useLocation({ select: (location) => location.pathname })
  return <ErrorMessage status={404} message={t('error.page_not_found', { path })} />
}

/** 404 shows 'Page Not Found', any other status 'Internal Server Error', with the message of the error. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => (
  <ErrorMessage
    status={error instanceof ApiError && error.status === 404 ? 404 : 500}
    message={error instanceof Error ? error.message : String(error)}
    onRetry={reset}
  />
)
