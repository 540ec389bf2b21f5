import type { Screen } from '../screen.ts'
import { textsOf } from '../search-texts.ts'

/** Public, with header and footer. */
export const landingScreens = [
  { path: '/', title: 'page.landing', load: () => import('../../features/landing/landing-page.tsx') },
  { path: '/cookies', title: 'page.cookies', load: () => import('../../features/legal/cookies-page.tsx') },
  { path: '/privacy', title: 'page.privacy', load: () => import('../../features/legal/privacy-page.tsx') },
] as const satisfies readonly Screen[]

/** Public, without header, footer or navigation. */
export const bareScreens = [
  {
    path: '/terms',
    title: 'page.terms',
    load: () => import('../../features/legal/terms-page.tsx'),
    search: textsOf('return_to'),
    isForSignedIn: true,
  },
  {
    path: '/sign-in',
    title: 'page.sign_in',
    load: () => import('../../features/sign-in/sign-in-page.tsx'),
    search: textsOf('client', 'code', 'state', 'error', 'error_description', 'return_to'),
  },
] as const satisfies readonly Screen[]
