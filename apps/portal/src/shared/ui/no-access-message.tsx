import type { Action } from '@holdfast/contract'
import { IconLock } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/use-session.ts'
import { StateMessage } from './state-message.tsx'

/**
 * That a person's roles do not open this, and which action they would have to allow; or, to staff who look for their own area
 * during a visit, that they are inside a customer's account.
 */
export default function NoAccessMessage({ action, isScreen = false }: { action: Action; isScreen?: boolean }) {
  const t = useText()
  const { support } = useSession()
  const isOwnArea = support !== null && action.startsWith('internal:')
  return (
    <StateMessage
      icon={IconLock}
      isScreen={isScreen}
      title={t(isOwnArea ? 'error.inside_title' : 'error.no_access_title')}
      body={
        isOwnArea
          ? t('error.inside_body', { client: support.client })
          : t('error.no_access_body', { action: t(`action.${action}`) })
      }
    />
  )
}
