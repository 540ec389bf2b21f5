import type { Action } from '@holdfast/contract'
import { IconLock } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { StateMessage } from './state-message.tsx'

/** Says which action a person's roles would have to allow. */
export const NoAccess = ({ action }: { action: Action }) => {
  const t = useText()
  return (
    <StateMessage
      icon={IconLock}
      title={t('error.no_access_title')}
      body={t('error.no_access_body', { action: t(`action.${action}`) })}
    />
  )
}
