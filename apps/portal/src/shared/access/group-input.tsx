import { calls } from '@holdfast/contract'
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

interface GroupInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  value?: string | null
  onChange: (group: string | null) => void
}

/** A group by name, or none. Suggestions are loaded when the field is first focused. */
export const GroupInput = ({ value, onChange, onFocus, ...props }: GroupInputProps) => {
  const can = useCan()
  const [isEntered, setEntered] = useState(false)
  const [search] = useDebouncedValue(value?.trim(), 250)
  const filter = useMemo(() => (search ? { search } : {}), [search])
  const { rows } = useList({ call: calls.listGroups, filter, isEnabled: isEntered && can('groups:read') })
  return (
    <Autocomplete
      {...props}
      value={value ?? ''}
      onChange={(group) => onChange(group || null)}
      data={rows.map(({ group_reference }) => group_reference)}
      onFocus={(event) => {
        setEntered(true)
        onFocus?.(event)
      }}
    />
  )
}
