import { calls } from '@holdfast/contract'
import { type MultiSelectProps, type SelectProps, TagsInput, Text } from '@mantine/core'
import { useEffect } from 'react'
import { ListedInput } from '../forms/listed-input.tsx'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'
import { meantOption } from '../ui/meant-option.ts'

const noFilter = {}

/** The names of all roles, and whether they are known: not to people who may not read roles, and not while they load. */
export const useRoleNames = () => {
  const can = useCan()
  const mayRead = can('roles:read')
  const { rows, hasMore, isLoading, error, loadMore } = useList({
    call: calls.listRoles,
    filter: noFilter,
    pageRows: 100,
    isEnabled: mayRead,
  })
  useEffect(() => {
    if (hasMore) loadMore()
  })
  const names = rows.map(({ role_reference }) => role_reference)
  return { names, isKnown: mayRead && !isLoading && !hasMore && !error }
}

type RoleInputProps = Pick<SelectProps, 'label' | 'description' | 'disabled' | 'error' | 'withAsterisk'> & {
  value?: string | null
  /** Roles that the person can't grant: marked in the list, and said when one is chosen. */
  beyondOwn?: readonly string[] | undefined
  /** Whether giving one of these can be sent for approval. The field then explains it without showing an error. */
  canSendBeyondOwn?: boolean
  onChange?: (role: string | null) => void
}

/** A role by name, or none. What was typed and is no role stays in the field, which says so, and is refused on saving. */
export const RoleInput = (props: RoleInputProps) => {
  const { value, beyondOwn = [], canSendBeyondOwn = false, onChange, description, ...input } = props
  const t = useText()
  const { names, isKnown } = useRoleNames()
  const typed = value ?? ''
  const isUnknown = isKnown && typed !== '' && !names.includes(typed)
  const beyond = beyondOwn.includes(typed) && t('grant.beyond_own', { role: typed })
  return (
    <ListedInput
      {...input}
      description={(canSendBeyondOwn && beyond) || description}
      // The explanation appears below the field, so that the field does not move.
      inputWrapperOrder={canSendBeyondOwn ? ['label', 'input', 'description', 'error'] : undefined}
      options={names}
      value={typed}
      isPartEnough
      problem={(isUnknown && t('form.no_such_role', { name: typed })) || (!canSendBeyondOwn && beyond)}
      renderOption={({ option: { value: role } }) => (
        <span>
          {role}
          {beyondOwn.includes(role) && (
            <Text span size="xs" c="dimmed">
              {' '}
              {t('grant.beyond_own_mark')}
            </Text>
          )}
        </span>
      )}
      onChange={(role) => onChange?.(role || null)}
    />
  )
}

type RolesInputProps = Pick<MultiSelectProps, 'label' | 'description' | 'disabled' | 'error' | 'withAsterisk'> & {
  value?: string[]
  onChange?: (roles: string[]) => void
}

/** Several roles by name. Typed text is taken on leaving the field: as the one role that it names, otherwise as it is, and the field says so. */
export const RolesInput = ({ value = [], onChange, error, ...props }: RolesInputProps) => {
  const t = useText()
  const { names, isKnown } = useRoleNames()
  const unknown = isKnown ? value.filter((role) => !names.includes(role)) : []
  const left = names.filter((name) => !value.includes(name))
  const choose = (roles: string[]) => {
    onChange?.([...new Set(roles.map((role) => (names.includes(role) ? role : (meantOption(left, role) ?? role))))])
  }
  // What was typed while the roles were still loading.
  const isMeant = unknown.some((role) => meantOption(left, role) !== undefined)
  useEffect(() => {
    if (isMeant) choose(value)
  })
  return (
    <TagsInput
      {...props}
      data={names}
      value={value}
      onChange={choose}
      acceptValueOnBlur
      error={error || (unknown.length > 0 && t('form.no_such_role', { name: unknown.join(', ') }))}
    />
  )
}
