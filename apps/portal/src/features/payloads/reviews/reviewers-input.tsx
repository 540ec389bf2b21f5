import { calls } from '@holdfast/contract'
import { TagsInput } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'

interface ReviewersInputProps {
  label: string
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  most?: number
}

const active = { is_active: true }

/** Chooses people by reference, and offers those of the account to people who may see them. */
export const ReviewersInput = ({ label, value, onChange, most }: ReviewersInputProps) => {
  const t = useText()
  const can = useCan()
  const people = useList({ call: calls.listPortalUsers, filter: active, pageRows: 100, isEnabled: can('roles:read') })
  return (
    <TagsInput
      label={label}
      description={t('reviews.reviewers_hint')}
      value={[...value]}
      onChange={onChange}
      data={people.rows.map(({ user_reference }) => user_reference)}
      acceptValueOnBlur
      data-autofocus={most === 1 || undefined}
      {...(most !== undefined && { maxTags: most })}
    />
  )
}
