import { useSession } from '../shared/session/use-session.ts'
import { NotFoundHere } from './error-page.tsx'
import { DefaultLayout } from './layouts/default-layout.tsx'
import { LandingLayout } from './layouts/landing-layout.tsx'

/** An address without a screen, in the layout for signed-in people or for the public. */
export const NotFoundPage = () => {
  const { tokens } = useSession()
  const Layout = tokens ? DefaultLayout : LandingLayout
  return (
    <Layout>
      <NotFoundHere />
    </Layout>
  )
}
