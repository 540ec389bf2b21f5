import { calls, type Payload } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'

/** Has a quarantined recording scanned again. Nothing for people who may not. */
export const RescanRecording = ({ payload_reference }: Pick<Payload, 'payload_reference'>) => {
  const t = useText()
  const can = useCan()
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payload_reference)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.rescanPayloads,
    changes: [],
    onSaved: ({ items: [item] }) => {
      if (item?.result === 'refused') return setRefused(new ApiError(409, item as Pick<typeof item, 'message'>))
      reloadAudit()
      void queryClient.invalidateQueries(payloadQuery(payload_reference))
      notice(text('rescan.asked'), payload_reference)
    },
  })
  if (!can('payloads:update')) return null
  const rescan = () => {
    setRefused(null)
    save({ body: { payload_references: [payload_reference] } })
  }
  return (
    <>
      <Refusal refusal={refused ?? refusal} />
      <Button variant="default" loading={isSaving} onClick={rescan}>
        {t('rescan.again')}
      </Button>
    </>
  )
}
