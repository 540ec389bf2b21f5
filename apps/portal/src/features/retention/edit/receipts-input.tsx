import { calls } from '@holdfast/contract'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import { FoundInput } from '../../../shared/list/found-input.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'

const everything = {}
const field = { kind: 'found', finds: 'portal_user', name: 'receipts', label: 'retention.receipts' } as const

interface ReceiptsInputProps {
  receipts: readonly string[]
  onChange: (receipts: string[]) => void
}

/** Chooses the people by name and the client apps whose receipts a rule requires. A reference can be typed as it is. */
export const ReceiptsInput = ({ receipts, onChange }: ReceiptsInputProps) => {
  const t = useText()
  const can = useCan()
  const isEnabled = can('apps:read')
  const { rows } = useList({ call: calls.listApps, filter: everything, portalReads: 'all_pages', isEnabled })
  const apps = rows.map(({ app_reference }) => ({
    value: app_reference,
    label: t('retention.app', { app: app_reference }),
  }))
  return (
    <FoundInput
      field={field}
      filter={{ receipts }}
      onChange={(filter) => onChange([...valuesOf(filter, 'receipts')])}
      also={apps}
    />
  )
}
