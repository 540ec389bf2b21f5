import { calls, type SupportAccess } from '@holdfast/contract'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { callApi, session } from '../../shared/api/client.ts'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useProfile } from '../../shared/session/profile.ts'

interface ActionsProps {
  request: SupportAccess
  isEnding: boolean
  onEnd: () => void
}

/** Enter the account, or end the access for good. */
const ApprovedActions = ({ request, isEnding, onEnd }: ActionsProps) => {
  const t = useText()
  const [isEntering, setEntering] = useState(false)
  const enter = () => {
    setEntering(true)
    void enterSupport(request).finally(() => setEntering(false))
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" loading={isEntering} onClick={enter}>
        {t('support.enter')}
      </Button>
      <ConfirmButton
        size="compact-sm"
        variant="default"
        label={t('support.end_access')}
        title={t('support.end_access_title', { client: request.client })}
        body={t('support.end_access_body', { client: request.client })}
        isBusy={isEnding}
        onConfirm={onEnd}
      />
    </Group>
  )
}

/** What the person who asked can do next: enter the account, end the access, or withdraw the request. */
export const RequestActions = ({ request }: { request: SupportAccess }) => {
  const t = useText()
  const { profile } = useProfile()
  const { client, request_reference, approval_state: state, requested_by } = request
  const canceling = useSave({
    call: calls.cancelSupportAccess,
    changes: [calls.listSupportAccessByStatus],
    onSaved: () => notice(text(state === 'approved' ? 'support.access_ended' : 'support.withdrawn')),
  })
  const cancel = () => canceling.save({ params: { client, request_reference } })
  if (profile?.user_reference !== requested_by) return null
  if (state === 'approved') return <ApprovedActions request={request} isEnding={canceling.isSaving} onEnd={cancel} />
  if (state !== 'pending') return null
  return (
    <Button size="compact-sm" variant="default" loading={canceling.isSaving} onClick={cancel}>
      {t('support.withdraw')}
    </Button>
  )
}

/**
 * Enters a customer's account under an approved request. If that fails, for example because the request was revoked a
 * moment ago, the call reports why and support mode ends again.
 */
const enterSupport = async (request: SupportAccess): Promise<void> => {
  const { client, request_reference: requestReference, role, approval_expiry, requested_expiry } = request
  session.enterSupport({ client, requestReference, role, expiresAt: approval_expiry ?? requested_expiry })
  try {
    await callApi(calls.enterSupportMode)
  } catch {
    session.endSupport('not_begun')
  }
}
