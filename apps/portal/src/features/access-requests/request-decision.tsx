import { type AccessRequest, calls } from '@holdfast/contract'
import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { hoursInWords, hoursOffered } from '../../shared/access-requests/lasting-words.ts'
import { errorInstead } from '../../shared/api/api-error.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { RoleChoice } from './role-choice.tsx'

const hourMs = 60 * 60_000

/** Approving somebody else's request with a role that gives what they asked for, or rejecting it with a reason. */
export const RequestDecision = ({ request }: { request: AccessRequest }) => {
  const t = useText()
  const { access_request_reference, hours: asked, requested_by } = request
  const params = { access_request_reference }
  const { data, error, refetch } = useLoaded(calls.listAccessRequestRoles, params)
  const [role, setRole] = useState<string | null>(null)
  const [hours, setHours] = useState(asked)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState<'role' | 'note' | null>(null)
  const deciding = useSave({
    call: calls.decideAccessRequest,
    changes: [calls.listAccessRequests, calls.listPortalUsers, calls.listRoles],
    onSaved: ({ state }) => notice(text(`access_requests.state_${state}`), requested_by),
  })
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const isGrantable = data.roles.some(({ is_grantable }) => is_grantable)
  const written = note.trim()
  const approve = () => {
    setMissing(role === null ? 'role' : null)
    if (role === null) return
    // Without a time the server counts what was asked for from now on.
    const valid_until = hours < asked ? { valid_until: new Date(Date.now() + hours * hourMs).toISOString() } : {}
    const decision_note = written && { decision_note: written }
    deciding.save({ params, body: { state: 'approved', role_reference: role, ...valid_until, ...decision_note } })
  }
  const reject = () => {
    setMissing(written === '' ? 'note' : null)
    if (written !== '') deciding.save({ params, body: { state: 'rejected', decision_note: written } })
  }
  const offered = [...new Set([...hoursOffered.filter((one) => one < asked), asked])]
  return (
    <Panel title={t('access_requests.decide')}>
      <Stack>
        <RoleChoice
          roles={data.roles}
          value={role}
          error={missing === 'role' ? t('access_requests.role_missing') : null}
          onChange={(chosen) => {
            setRole(chosen)
            setMissing(null)
          }}
        />
        {isGrantable && (
          <Select
            label={t('access_requests.how_long')}
            data={offered.map((one) => ({ value: String(one), label: hoursInWords(one, t) }))}
            allowDeselect={false}
            maw="16rem"
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
          />
        )}
        <Textarea
          label={t('access_requests.decision_note')}
          maxLength={1000}
          value={note}
          error={missing === 'note' && t('access_requests.note_missing')}
          onChange={(event) => {
            setNote(event.currentTarget.value)
            setMissing(null)
          }}
        />
        <Refusal refusal={deciding.refusal} />
        <Group>
          <Button loading={deciding.isSaving} disabled={!isGrantable} onClick={approve}>
            {t('access_requests.approve')}
          </Button>
          <Button variant="default" loading={deciding.isSaving} onClick={reject}>
            {t('access_requests.reject')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
