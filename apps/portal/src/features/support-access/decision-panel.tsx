import { calls, type SupportAccess } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { GrantNotice } from '../../shared/access/grant-notice.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** The customer's decision on a request: approve, reject, or revoke. Says beforehand if the person can't grant the role. */
export const DecisionPanel = ({ request }: { request: SupportAccess }) => {
  const { approval_state: state, role } = request
  if (state === 'approved') return <Decision request={request} />
  if (state !== 'pending') return null
  return (
    <GrantNotice edited="support_access" role={role}>
      <Pending request={request} />
    </GrantNotice>
  )
}

const Pending = ({ request }: { request: SupportAccess }) => {
  const { granting } = useGranting('support_access', request.role)
  return <Decision request={request} mayApprove={!granting?.roles.includes(request.role)} />
}

const Decision = ({ request, mayApprove = true }: { request: SupportAccess; mayApprove?: boolean }) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { request_reference, approval_state: state, requested_by, role, requested_expiry } = request
  const deciding = useSave({
    call: calls.decideSupportAccess,
    changes: [calls.listSupportAccess],
    onFieldErrors: setErrors,
    onSaved: ({ approval_state }) => notice(text('form.saved'), text(`support.state_${approval_state}`)),
  })
  const decide = (approval_state: 'approved' | 'rejected' | 'revoked') =>
    deciding.save({
      params: { request_reference },
      body: { approval_state, ...(reason.trim() ? { rejection_reason: reason.trim() } : {}) },
    })
  return (
    <Panel title={t(state === 'pending' ? 'support.decide' : 'support.revoke')}>
      <Stack>
        <Text size="sm">
          {t(state === 'pending' ? 'support.decide_hint' : 'support.revoke_hint', { who: requested_by, role })}{' '}
          <Moment time={requested_expiry} />
        </Text>
        <Textarea
          label={t('support.decision_reason')}
          description={t('support.decision_reason_hint')}
          maxLength={2000}
          value={reason}
          error={errors.rejection_reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setErrors({})
          }}
        />
        <Refusal refusal={deciding.refusal}>
          {deciding.refusal?.code === 'access.exceeds_own' && (
            <Text size="sm" mt="xs">
              {t('support.exceeds_own', { role })}
            </Text>
          )}
        </Refusal>
        <Group>
          {state === 'pending' ? (
            <>
              <ConfirmButton
                color="cerulean"
                label={t('support.approve')}
                title={t('support.approve_title', { who: requested_by })}
                body={t('support.approve_body', { role })}
                isBusy={deciding.isSaving}
                disabled={!mayApprove}
                onConfirm={() => decide('approved')}
              />
              <Button variant="default" loading={deciding.isSaving} onClick={() => decide('rejected')}>
                {t('support.reject')}
              </Button>
            </>
          ) : (
            <Button color="red" loading={deciding.isSaving} onClick={() => decide('revoked')}>
              {t('support.revoke')}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}
