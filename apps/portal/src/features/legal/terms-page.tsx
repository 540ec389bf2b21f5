import { Alert, Anchor, Button, Container, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { errorInstead } from '../../shared/api/api-error.ts'
import { Wordmark } from '../../shared/brand/wordmark.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import classes from './legal-page.module.css'
import { MarkdownText } from './markdown-text.tsx'
import { useTerms } from './use-terms.ts'

const CurrentTerms = () => {
  const t = useText()
  const { terms, error, retry, accept, isAccepting } = useTerms()
  const failure = errorInstead(error, terms)
  if (failure) return <ErrorState error={failure} onRetry={retry} />
  if (!terms) {
    return (
      <Stack gap="sm">
        {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
          <Skeleton key={row} height={16} />
        ))}
      </Stack>
    )
  }
  return (
    <>
      <p className={classes.updated}>{t('terms.version', { version: terms.version })}</p>
      {!terms.accepted_at && <Alert mb="lg">{t('terms.must_accept')}</Alert>}
      <MarkdownText markdown={terms.text} />
      <Stack gap="xs" mt="xl" align="flex-start">
        {terms.accepted_at ? (
          <Text c="dimmed">{t('terms.accepted')}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('terms.accept_hint')}
            </Text>
            <Group>
              <Button onClick={accept} loading={isAccepting}>
                {t('terms.accept')}
              </Button>
              <Button variant="default" onClick={() => void signOut()}>
                {t('shell.log_out')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </>
  )
}

/** The current terms of the account, and their acceptance. */
export default function TermsPage() {
  const t = useText()
  const { tokens } = useSession()
  return (
    <Container className={classes.page}>
      <header className={classes.mark}>
        <Anchor component={Link} to="/" underline="never">
          <Wordmark />
        </Anchor>
      </header>
      <main id="main" tabIndex={-1} className={classes.article}>
        <h1>{t('terms.title')}</h1>
        {tokens ? (
          <CurrentTerms />
        ) : (
          <>
            <p>{t('terms.read_signed_out')}</p>
            <Button renderRoot={(props) => <Link {...props} to="/sign-in" search={{ return_to: '/terms' }} />}>
              {t('landing.sign_in')}
            </Button>
          </>
        )}
      </main>
    </Container>
  )
}
