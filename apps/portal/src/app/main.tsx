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
import { styleNonce } from '../shared/theme/style-nonce.ts'
import { reloadOnFailedChunk } from './chunk-reload.ts'
import { Providers } from './providers.tsx'
import { router } from './router.ts'
import { watchVisitEnds } from './visit-end.ts'

reloadOnFailedChunk()
watchVisitEnds()
// For the style that keeps the page from scrolling behind a dialogue: Mantine's own setting does not reach it.
setNonce(styleNonce())

/** Not awaited at the top level: chunks that import this one would wait for it for ever. */
const start = async () => {
  const messages = activateLocale(startingLocale())
  if (!session.isSignedIn()) await tabs.catchUp()
  // The first screen is fetched while the messages are.
  const [intl] = await Promise.all([messages, router.load()])
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  createRoot(container).render(
    <StrictMode>
      <Providers firstIntl={intl} />
    </StrictMode>,
  )
}

void start()
