import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import '../shared/theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activateLocale, startingLocale } from '../shared/i18n/text.ts'
import { reloadOnFailedChunk } from './chunk-reload.ts'
import { Providers } from './providers.tsx'

reloadOnFailedChunk()

const intl = await activateLocale(startingLocale())
const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <Providers firstIntl={intl} />
  </StrictMode>,
)
