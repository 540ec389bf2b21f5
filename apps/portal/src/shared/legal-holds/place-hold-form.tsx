import { Text } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useText } from '../i18n/text.ts'
import { HeldTarget } from './held-target.tsx'
import { type ChosenMatter, isComplete, MatterChoice } from './matter-choice.tsx'
import { TargetInput } from './target-input.tsx'
import { type Placed, type Target, usePlaceHold } from './use-place-hold.ts'

interface PlaceHoldFormProps {
  on: Target | undefined
  onPlaced: (placed: Placed) => void
  onCancel: () => void
}

/** Asks for the matter, and on what its holds are placed unless that is given. */
export const PlaceHoldForm = ({ on, onPlaced, onCancel }: PlaceHoldFormProps) => {
  const t = useText()
  const [targets, setTargets] = useState<readonly Target[]>(on ? [on] : [])
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const { place, isPlacing, refusal } = usePlaceHold(onPlaced)
  return (
    <DialogForm
      label={targets.length > 1 ? t('holds.place_several', { count: targets.length }) : t('holds.place')}
      isComplete={targets.length > 0 && isComplete(matter)}
      isSaving={isPlacing}
      refusal={refusal}
      onSubmit={() => isComplete(matter) && place({ targets, matter })}
      onCancel={onCancel}
    >
      {on ? (
        <>
          <Text size="sm">
            <HeldTarget {...on} /> · {t(`hold_target.${on.target_type}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`holds.reach_${on.target_type}`)}
          </Text>
        </>
      ) : (
        <TargetInput targets={targets} onChange={setTargets} />
      )}
      <MatterChoice matter={matter} onChange={setMatter} />
    </DialogForm>
  )
}
