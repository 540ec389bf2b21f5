import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

/**
 * Whether the form would send something other than what was last read or saved. It compares `inputOf(values)`, so
 * values that are not sent make no difference.
 */
export const useUnsaved = <Values>(
  { getValues }: Pick<UseFormReturnType<Values>, 'getValues'>,
  inputOf: (values: Values) => unknown = (values) => values,
) => {
  const kept = useRef(getValues())
  return {
    isUnsaved: (): boolean => JSON.stringify(inputOf(getValues())) !== JSON.stringify(inputOf(kept.current)),
    /** Marks these values as saved. */
    keep: (values: Values): void => {
      kept.current = values
    },
  }
}
