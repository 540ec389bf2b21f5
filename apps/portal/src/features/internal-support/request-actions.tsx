import { calls, type SupportAccess } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { enterSupport } from './enter-support.ts'

/** What the person who asked can do next: come in, or withdraw the request. */
export const RequestActions = ({ request }: { request: SupportAccess }) => {
  const t = useText()
  const { profile } = useProfile()
  const [isEntering, setEntering] = useState(false)
  const { client, request_reference, approval_state: state, requested_by } = request
  const canceling = useSave({
    call: calls.cancelSupportAccess,
    changes: [calls.listSupportAccessByStatus],
    onSaved: () => notice(text('support.withdrawn')),
  })
  if (profile?.user_reference !== requested_by) return null
  if (state === 'approved') {
    const enter = () => {
      setEntering(true)
      void enterSupport(request).finally(() => setEntering(false))
    }
    return (
      <Button size="compact-sm" loading={isEntering} onClick={enter}>
        {t('support.enter')}
      </Button>
    )
  }
  if (state !== 'pending') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={canceling.isSaving}
      onClick={() => canceling.save({ params: { client, request_reference } })}
    >
      {t('support.withdraw')}
    </Button>
  )
}
