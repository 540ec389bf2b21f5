import { calls, limits, type PersonalNumbersPreview } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readApi, session } from '../../../shared/api/client.ts'

const typingPauseMs = 400

interface Previewing {
  preview: PersonalNumbersPreview | undefined
  isReading: boolean
  hasFailed: boolean
}

/** How many recordings there were of a person with these numbers, once somebody pauses. */
export const useNumbersPreview = (
  device_user_reference: string | undefined,
  numbers: readonly string[],
): Previewing => {
  const asked = numbers.join()
  const [settled] = useDebouncedValue(asked, typingPauseMs)
  const isAsked = device_user_reference !== undefined && asked !== '' && numbers.length <= limits.maxReferencesInBatch
  const { client, support } = session.state()
  const query = useQuery({
    queryKey: ['numbers-preview', client, support?.requestReference ?? null, device_user_reference, settled],
    queryFn: ({ signal }) =>
      readApi(calls.previewPersonalNumbers, {
        body: { device_user_reference: device_user_reference ?? '', numbers: settled.split(',') },
        signal,
      }),
    meta: { failure: 'in_place' },
    enabled: isAsked && settled === asked,
  })
  return {
    preview: isAsked && settled === asked ? query.data : undefined,
    isReading: isAsked && (settled !== asked || query.isFetching),
    hasFailed: isAsked && query.isError,
  }
}
