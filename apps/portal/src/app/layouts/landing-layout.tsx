import { Anchor, Button, Container, Group } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Wordmark } from '../../shared/brand/wordmark.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ColourModeControl } from '../shell/colour-mode-control.tsx'
import { LanguageControl } from '../shell/language-control.tsx'
import classes from './landing-layout.module.css'

/** The layout of the public pages: header and footer. */
export const LandingLayout = ({ children = <Outlet /> }: { children?: ReactNode }) => {
  const t = useText()
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Container className={classes.bar}>
          <Link to="/" className={classes.home}>
            <Wordmark />
          </Link>
          <Button component={Link} to="/sign-in">
            {t('landing.sign_in')}
          </Button>
        </Container>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <Container className={classes.footerBar}>
          <span>{t('landing.footer')}</span>
          <Group gap="lg">
            <Anchor component={Link} to="/terms" className={classes.footerLink}>
              {t('page.terms')}
            </Anchor>
            <Anchor component={Link} to="/privacy" className={classes.footerLink}>
              {t('page.privacy')}
            </Anchor>
            <Anchor component={Link} to="/cookies" className={classes.footerLink}>
              {t('page.cookies')}
            </Anchor>
          </Group>
          <Group gap="xs">
            <ColourModeControl />
            <LanguageControl />
          </Group>
        </Container>
      </footer>
    </div>
  )
}
