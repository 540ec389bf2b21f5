import type { HeldTargetType } from '@holdfast/contract'
import { Input, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf } from '../list/filter-fields.ts'
import { FoundInput } from '../list/found-input.tsx'
import type { FilterValues } from '../list/list-search.ts'
import { HeldTarget } from './held-target.tsx'
import { type ChosenMatter, isComplete, MatterChoice } from './matter-choice.tsx'
import { type Placed, type Target, usePlaceHold } from './use-place-hold.ts'

const kinds = ['DeviceUser', 'PortalUser', 'Group'] as const satisfies readonly HeldTargetType[]
type Kind = (typeof kinds)[number]

const fields = {
  DeviceUser: { kind: 'found', finds: 'device_user', name: 'target', label: 'hold_target.DeviceUser' },
  PortalUser: { kind: 'found', finds: 'portal_user', name: 'target', label: 'hold_target.PortalUser' },
  Group: { kind: 'found', finds: 'group', name: 'target', label: 'hold_target.Group' },
} as const satisfies Record<Kind, FilterField>

interface PlaceHoldFormProps {
  on: Target | undefined
  onPlaced: (placed: Placed) => void
  onCancel: () => void
}

export const PlaceHoldForm = ({ on, onPlaced, onCancel }: PlaceHoldFormProps) => {
  const t = useText()
  const [kind, setKind] = useState<Kind>('DeviceUser')
  const [chosen, setChosen] = useState<FilterValues>({})
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const { place, isPlacing, refusal } = usePlaceHold(onPlaced)
  const found = valuesOf(chosen, 'target')[0]
  const target = on ?? (found === undefined ? null : { target_type: kind, target: found })
  const choose = (next: string) => {
    setKind(next as Kind)
    setChosen({})
  }
  return (
    <DialogForm
      label={t('holds.place')}
      isComplete={target !== null && isComplete(matter)}
      isSaving={isPlacing}
      refusal={refusal}
      onSubmit={() => target && isComplete(matter) && place({ ...target, matter })}
      onCancel={onCancel}
    >
      {on ? (
        <Text size="sm">
          <HeldTarget {...on} /> · {t(`hold_target.${on.target_type}`)}
        </Text>
      ) : (
        <>
          <Input.Wrapper label={t('holds.on')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('holds.on')}
              value={kind}
              onChange={choose}
              data={kinds.map((one) => ({ value: one, label: t(`hold_target.${one}`) }))}
            />
          </Input.Wrapper>
          <FoundInput key={kind} field={fields[kind]} filter={chosen} onChange={setChosen} most={1} isFoundOnly />
        </>
      )}
      <Text size="sm" c="dimmed">
        {t(`holds.reach_${on?.target_type ?? kind}`)}
      </Text>
      <MatterChoice matter={matter} onChange={setMatter} />
    </DialogForm>
  )
}
