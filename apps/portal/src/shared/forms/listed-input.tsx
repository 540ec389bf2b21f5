import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { meantOption, sameOption } from '../ui/meant-option.ts'

interface ListedInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  options: readonly string[]
  value: string
  /** What is wrong with the value: shown once the person has left the field. */
  problem: ReactNode
  /** On leaving, the only option that contains the text is taken as well. */
  isPartEnough?: boolean
  onChange: (value: string) => void
}

/**
 * One text of a list, found by typing. What was typed stays the value even if it is not in the list, so that nothing is dropped
 * silently and the form can say what is wrong. An option that differs in case only is taken on leaving.
 */
export const ListedInput = ({ options, value, problem, error, onChange, isPartEnough, ...props }: ListedInputProps) => {
  const [isInside, setInside] = useState(false)
  const takeOption = () => {
    const option = isPartEnough ? meantOption(options, value) : sameOption(options, value)
    if (option !== undefined && option !== value) onChange(option)
  }
  return (
    <Autocomplete
      {...props}
      data={[...options]}
      value={value}
      error={error || (!isInside && problem)}
      onChange={onChange}
      onFocus={() => setInside(true)}
      onBlur={() => {
        setInside(false)
        takeOption()
      }}
      // A value that was chosen before must not hide the other options.
      filter={({ options: all, search }) =>
        options.includes(search)
          ? all
          : all.filter(
              (option) => 'value' in option && option.value.toLowerCase().includes(search.toLowerCase().trim()),
            )
      }
    />
  )
}
