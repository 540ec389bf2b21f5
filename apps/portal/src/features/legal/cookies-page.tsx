import { cookies } from './cookies.ts'
import { LegalPage } from './legal-page.tsx'

export default function CookiesPage() {
  return <LegalPage title="page.cookies" documents={cookies} />
}
