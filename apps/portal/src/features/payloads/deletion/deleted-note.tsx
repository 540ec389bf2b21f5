import { calls, type PayloadDetail } from '@holdfast/contract'
import { displayText } from '@holdfast/words'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'
import classes from './deleted-note.module.css'

/** Above a deleted recording: who deleted it, when and why, and the way back for those who may restore it. */
export const DeletedNote = ({ payload }: { payload: PayloadDetail }) => {
  const t = useText()
  const { deletion } = payload
  if (!deletion) return null
  const { deleted_at, deleted_by, reason } = deletion
  return (
    <Alert role="note" color="gray" icon={<IconTrash aria-hidden />} title={t('deletion.deleted')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Colleague author={deleted_by} /> · <Moment time={deleted_at} withSeconds />
        </Text>
        <p className={classes.reason}>
          {reason === null ? t('deletion.no_reason') : t('audit.reason', { reason: displayText(reason) })}
        </p>
        {payload.payload_state === 'Deleted' && <Text size="sm">{t('why.deleted')}</Text>}
        <Restore payload={payload} />
      </Stack>
    </Alert>
  )
}

const Restore = ({ payload: { payload_reference, deletion } }: { payload: PayloadDetail }) => {
  const t = useText()
  const can = useCan()
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payload_reference)
  const { save, isSaving, refusal } = useSave({
    call: calls.restorePayload,
    changes: [],
    onSaved: (restored) => {
      queryClient.setQueryData(payloadQuery(payload_reference).queryKey, restored)
      reloadAudit()
      notice(text('deletion.restored'), payload_reference)
    },
  })
  if (!can('payloads:restore') || !deletion?.former_state) return null
  return (
    <>
      <Refusal refusal={refusal} />
      <Button variant="default" size="xs" loading={isSaving} onClick={() => save({ params: { payload_reference } })}>
        {t('deletion.restore')}
      </Button>
    </>
  )
}
