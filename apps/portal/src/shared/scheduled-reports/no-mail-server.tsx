import { calls } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { useLoaded } from '../forms/use-loaded.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/use-session.ts'

/** Whether the installation sends no e-mails, as far as that is known. */
export const useHasNoMailServer = (): boolean => {
  const { support } = useSession()
  const { data } = useLoaded(calls.getNotificationSettings, support === null ? {} : null)
  return data?.email.state === 'not_set_up'
}

/** Says that no report is sent until a mail server is set up. */
export const NoMailServer = () => {
  const t = useText()
  return useHasNoMailServer() && <Alert color="yellow">{t('reports.no_mail_server')}</Alert>
}
