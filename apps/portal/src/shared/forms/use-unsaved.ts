import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

/**
 * Whether a form would send something else than what was last read or saved. `inputOf`: what is sent of its values; what
 * the form only holds for itself is no difference.
 */
export const useUnsaved = <Values>(
  { getValues }: Pick<UseFormReturnType<Values>, 'getValues'>,
  inputOf: (values: Values) => unknown = (values) => values,
) => {
  const kept = useRef(getValues())
  return {
    isUnsaved: (): boolean => JSON.stringify(inputOf(getValues())) !== JSON.stringify(inputOf(kept.current)),
    /** These are what is kept elsewhere. */
    keep: (values: Values): void => {
      kept.current = values
    },
  }
}
