import { type Action, allActions, offeredActions } from '@holdfast/contract'
import { useState } from 'react'
import { ListedInput } from '../../../shared/forms/listed-input.tsx'
import { useText } from '../../../shared/i18n/text.ts'

interface TestedActionInputProps {
  value: Action
  onChange: (action: Action) => void
}

const isAction = (text: string): text is Action => (allActions as readonly string[]).includes(text)

/** The action of a test case. What was typed and is no action stays in the field, which says that the former action still holds. */
export const TestedActionInput = ({ value, onChange }: TestedActionInputProps) => {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(isAction(text) ? null : text)
    if (isAction(text)) onChange(text)
  }
  return (
    <ListedInput
      size="xs"
      flex="1 1 10rem"
      aria-label={t('roles.actions')}
      options={offeredActions}
      value={typed ?? value}
      isPartEnough
      problem={typed !== null && t('roles.no_such_action', { name: typed, action: value })}
      onChange={change}
    />
  )
}
