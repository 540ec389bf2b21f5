import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '../shared/theme/global.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session, tabs } from '../shared/api/client.ts'
import { activateLocale, startingLocale } from '../shared/i18n/text.ts'
import { openEventStream } from '../shared/live/event-stream.ts'
import { loadProfile } from '../shared/session/profile.ts'
import { audienceOf } from '../shared/session/session-state.ts'
import { styleNonce } from '../shared/theme/style-nonce.ts'
import { reloadOnFailedChunk } from './chunk-reload.ts'
import { Providers } from './providers.tsx'
import { router } from './router.ts'
import { watchVisitEnds } from './visit-end.ts'

reloadOnFailedChunk()
watchVisitEnds()
// For the style that stops the page from scrolling behind a dialog: react-remove-scroll doesn't read Mantine's nonce.
setNonce(styleNonce())

/** The events' connection opens while the first screen is loading. */
const listenEarly = async () => {
  const audience = audienceOf(session.state())
  const profile = session.isSignedIn() ? await loadProfile() : null
  if (profile?.terms_accepted && audience === audienceOf(session.state())) openEventStream()
}

/** Not a top-level await: chunks that import this one would wait for it forever. */
const start = async () => {
  const messages = activateLocale(startingLocale())
  if (!session.isSignedIn()) await tabs.catchUp()
  void listenEarly()
  // Fetches the first screen at the same time as the messages. Until React has rendered, only this subscription loads the
  // address that a redirect leads to.
  const stopLoading = router.history.subscribe(router.load)
  const [intl] = await Promise.all([messages, router.load()])
  stopLoading()
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  createRoot(container).render(
    <StrictMode>
      <Providers firstIntl={intl} />
    </StrictMode>,
  )
}

void start()
