import { lazy } from 'react'
import { useSession } from '../shared/session/use-session.ts'
import { NotFoundHere } from './error-page.tsx'

const DefaultLayout = lazy(() => import('./layouts/default-layout.tsx'))
const LandingLayout = lazy(() => import('./layouts/landing-layout.tsx'))

/** An address that no screen has: the frame stays, that of the dashboard for those who are signed in. */
export const NotFoundPage = () => {
  const { tokens } = useSession()
  const Layout = tokens ? DefaultLayout : LandingLayout
  return (
    <Layout>
      <NotFoundHere />
    </Layout>
  )
}
