import { calls } from '@holdfast/contract'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { ExportForm } from '../../../shared/list/export-control.tsx'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Exports the rows of the selected recordings, as their list would. */
export const ExportSelected = ({ references, onClose }: ActionDialogProps) => {
  const t = useText()
  const request = useMemo(
    () => ({ call: calls.listPayloads, filter: { payload_references: references } }),
    [references],
  )
  const counted = { total: references.length, isTotalCapped: false }
  return (
    <ExportForm
      isSelection
      list="listPayloads"
      request={request}
      name={t('export.selected')}
      counted={counted}
      onClose={onClose}
    />
  )
}
