import type { AccessImpact, CallInput, calls } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { useCan } from '../session/profile.ts'

const pauseMs = 400

type PreviewCall = typeof calls.previewDefaultRole | typeof calls.previewApp | typeof calls.previewGivenRole

/**
 * Who would gain and lose what by the roles that are being edited. Asks shortly after each change, for people who may see roles.
 * @param input `null` while there is no change, or none that can be previewed
 */
export const useAccessImpact = <C extends PreviewCall>(
  call: C,
  input: Partial<CallInput<C>> | null,
): AccessImpact | undefined => {
  const can = useCan()
  const asked = JSON.stringify(input)
  const [settled] = useDebouncedValue(asked, pauseMs)
  const { data } = useQuery<AccessImpact>({
    queryKey: ['access-impact', call.path, settled],
    queryFn: ({ signal }) =>
      callApi(call, { ...JSON.parse(settled), signal, isQuiet: true } as Parameters<
        typeof callApi<C>
      >[1]) as Promise<AccessImpact>,
    meta: { failure: 'in_place' },
    enabled: can('roles:read') && settled !== 'null' && settled === asked,
    // Roles that cannot be saved are refused on saving, with the reason.
    retry: (count, error) => count < 1 && !(error instanceof ApiError),
    staleTime: 0,
  })
  return input !== null && settled === asked ? data : undefined
}
