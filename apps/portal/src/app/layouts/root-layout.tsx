import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { Announcer } from '../../shared/notices/announcer.tsx'
import { useScreenName } from '../../shared/screens/screen-name.ts'
import { NewBuildOffer } from '../new-build-offer.tsx'
import { OfflineBanner } from '../offline-banner.tsx'
import { useSignedOutRedirect } from '../use-signed-out-redirect.ts'
import classes from './root-layout.module.css'

const useDocumentTitle = (): void => {
  const t = useText()
  const title = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.screen)?.staticData.screen?.title,
  })
  const name = useScreenName()
  useEffect(() => {
    document.title = [name, title && t(title), 'Holdfast'].filter(Boolean).join(' · ')
  })
}

/** On every page: document title, skip link, offer of a new build, offline banner, announcements. */
export const RootLayout = () => {
  const t = useText()
  useDocumentTitle()
  useSignedOutRedirect()
  return (
    <>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <Outlet />
      <NewBuildOffer />
      <OfflineBanner />
      <Announcer />
    </>
  )
}
