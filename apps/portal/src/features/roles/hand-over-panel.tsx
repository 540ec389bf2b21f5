import { calls, type RoleDraft, type RoleFields } from '@holdfast/contract'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'

interface HandOverPanelProps {
  role_reference: string
  version: number
  fields: RoleFields
  /** Whether it can't be saved either. */
  isOnlyWay: boolean
  /** Whether what the editor holds can be handed over; otherwise it shows what is wrong at the fields. */
  isValid: () => boolean
  onHandedOver: (draft: RoleDraft) => void
}

/** For a role that the person may not grant: hands what the editor holds to somebody who may. */
export const HandOverPanel = (props: HandOverPanelProps) => {
  const { role_reference, version, fields, isOnlyWay, isValid, onHandedOver } = props
  const t = useText()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const handing = useSave({
    call: calls.handOverRole,
    changes: [calls.listRoleDrafts],
    onSaved: (draft) => {
      notice(text('role_drafts.handed_over'), role_reference)
      onHandedOver(draft)
    },
  })
  const handOver = () => {
    const why = note.trim()
    setMissing(why === '')
    if (why !== '' && isValid()) handing.save({ body: { role_reference, version, ...fields, note: why } })
  }
  return (
    <Panel title={t('role_drafts.hand_over')}>
      <Stack>
        <Text size="sm">{t('role_drafts.hand_over_hint')}</Text>
        <Textarea
          label={t('role_drafts.note')}
          autosize
          maxLength={1000}
          value={note}
          error={isMissing && t('role_drafts.note_missing')}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Refusal refusal={handing.refusal} />
        <Group>
          <Button variant={isOnlyWay ? 'filled' : 'default'} loading={handing.isSaving} onClick={handOver}>
            {t('role_drafts.hand_over_now')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
