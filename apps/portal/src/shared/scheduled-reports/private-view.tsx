import { Alert } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useColleagues } from '../found/use-colleagues.ts'
import { useText } from '../i18n/text.ts'
import { useSavedViews } from '../saved-views/use-saved-views.ts'

interface PrivateViewProps {
  view: string | null
  recipients: readonly string[]
}

/** Warns that a private view is reported to its owner alone, and names the other recipients. */
export const PrivateView = ({ view: reference, recipients }: PrivateViewProps) => {
  const t = useText()
  const intl = useIntl()
  const { views } = useSavedViews()
  const view = views.find(({ view_reference }) => view_reference === reference)
  const others = view?.role_reference === null ? recipients.filter((one) => one !== view.owner) : []
  const nameOf = useColleagues(others)
  if (others.length === 0) return null
  const people = intl.formatList(others.map(nameOf), { type: 'conjunction' })
  return <Alert color="yellow">{t('reports.private_view', { people, count: others.length })}</Alert>
}
