import type { Action } from '@holdfast/contract'
import { IconLock } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { StateMessage } from './state-message.tsx'

/** That a person's roles do not open this, and which action they would have to allow. */
export default function NoAccessMessage({ action, isScreen = false }: { action: Action; isScreen?: boolean }) {
  const t = useText()
  return (
    <StateMessage
      icon={IconLock}
      isScreen={isScreen}
      title={t('error.no_access_title')}
      body={t('error.no_access_body', { action: t(`action.${action}`) })}
    />
  )
}
