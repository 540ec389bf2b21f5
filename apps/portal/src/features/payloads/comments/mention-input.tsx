import { limits, maxCommentCharacters } from '@holdfast/contract'
import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { typedMention, withMention } from './mention-parts.ts'
import { useMentionable } from './use-mentionable.ts'

interface MentionInputProps {
  payloadReference: string
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  /** Somebody was chosen. */
  onMention: (userReference: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The text of a comment. An `@` offers the people who may read the recording. */
export const MentionInput = ({
  payloadReference,
  field,
  label,
  value,
  isReadOnly,
  onChange,
  onMention,
  onKeyDown,
}: MentionInputProps) => {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const people = useMentionable(payloadReference, typed)
  const combobox = useCombobox()
  const isOffered = people.length > 0
  const names = people.map(({ user_reference }) => user_reference).join()
  const { openDropdown, closeDropdown, selectFirstOption } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of other people is selected
  useEffect(() => {
    if (!isOffered) return closeDropdown()
    openDropdown()
    selectFirstOption()
  }, [isOffered, names, openDropdown, closeDropdown, selectFirstOption])
  const choose = (user_reference: string) => {
    const caret = field.current?.selectionStart ?? value.length
    const next = withMention(value, caret, user_reference)
    onChange(next.text)
    onMention(user_reference)
    setTyped(null)
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start">
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened} autoComplete="off">
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          maxRows={12}
          maxLength={maxCommentCharacters}
          value={value}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
            setTyped(typedMention(currentTarget.value, currentTarget.selectionStart))
          }}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            // The list has Escape for itself.
            if (!combobox.dropdownOpened || event.key !== 'Escape') onKeyDown(event)
            else setTyped(null)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('comment.mention_list')}>
          {people.slice(0, limits.maxFoundOfKind).map(({ user_reference, name }) => (
            <Combobox.Option key={user_reference} value={user_reference}>
              {name ? `${name} (${user_reference})` : user_reference}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
