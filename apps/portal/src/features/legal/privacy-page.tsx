import { LegalPage } from './legal-page.tsx'
import { privacy } from './privacy.ts'

export default function PrivacyPage() {
  return <LegalPage title="page.privacy" documents={privacy} />
}
