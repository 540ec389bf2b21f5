import { calls } from '@holdfast/contract'
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'
import { useList } from '../../../shared/list/use-list.ts'

const open = { is_closed: false }

/** Adds the selected recordings to a review queue. */
export const AssignSeveral = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const queues = useList({ call: calls.listReviewQueues, filter: open, pageRows: 100 })
  const [chosen, setChosen] = useState<string | null>(null)
  const submit = () => {
    if (chosen === null) return
    onStart(async (references) => {
      const input = { params: { queue_reference: chosen }, body: { payload_references: [...references] } }
      return (await readApi(calls.assignReviews, input)).items
    })
  }
  return (
    <DialogForm label={t('reviews.assign')} isComplete={chosen !== null} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('reviews.assign_body')}</Text>
      <Select
        label={t('reviews.queue')}
        searchable
        value={chosen}
        onChange={setChosen}
        data={queues.rows.map(({ queue_reference, name }) => ({ value: queue_reference, label: name }))}
        nothingFoundMessage={t('reviews.no_queues')}
        data-autofocus
      />
    </DialogForm>
  )
}
