import type { Action } from '@holdfast/contract'
import { IconLock } from '@tabler/icons-react'
import { RequestAccess } from '../access-requests/request-access.tsx'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/use-session.ts'
import { StateMessage } from './state-message.tsx'

interface NoAccessProps {
  action: Action
  /** It replaces the whole screen. */
  isScreen?: boolean
}

/**
 * Names the action that the person's roles would have to allow. In support mode, the provider's own area asks the
 * person to end support mode instead.
 */
export const NoAccess = ({ action, isScreen = false }: NoAccessProps) => {
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
    >
      <RequestAccess wanted={{ action }} />
    </StateMessage>
  )
}
