import { useSession } from '../shared/session/use-session.ts'
import { NotFoundHere } from './error-page.tsx'
import { DefaultLayout } from './layouts/default-layout.tsx'
import { LandingLayout } from './layouts/landing-layout.tsx'

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
