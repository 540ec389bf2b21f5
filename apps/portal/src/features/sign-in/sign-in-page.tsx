import { Anchor } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Wordmark } from '../../shared/brand/wordmark.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ChooseAccount } from './choose-account.tsx'
import { ReturnFromProvider } from './return-from-provider.tsx'
import { SignInFailed } from './sign-in-failed.tsx'
import classes from './sign-in-page.module.css'

/** Asks for the account, and handles the return from its sign-in page. */
export default function SignInPage() {
  const t = useText()
  const search = useSearch({ from: '/sign-in' })
  return (
    <div className={classes.page}>
      <main id="main" tabIndex={-1} className={classes.form}>
        <Anchor component={Link} to="/" underline="never" className={classes.home}>
          <Wordmark />
        </Anchor>
        <div className={classes.inner}>
          {search.error ? (
            <SignInFailed
              message={t('sign_in.failed_provider', { reason: search.error_description ?? search.error })}
            />
          ) : search.code ? (
            <ReturnFromProvider code={search.code} state={search.state ?? ''} />
          ) : (
            <ChooseAccount suggested={search.client} returnTo={search.return_to ?? '/'} />
          )}
        </div>
      </main>
      <aside className={classes.side}>
        <p className={classes.sideTitle}>{t('sign_in.side_title')}</p>
        <p className={classes.sideBody}>{t('sign_in.side_body')}</p>
      </aside>
    </div>
  )
}
