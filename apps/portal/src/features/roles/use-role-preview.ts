import { calls, type RoleFields, type RolePreview } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api/client.ts'

const pauseMs = 400

/** What the role would give, asked again a moment after each change; the answer before stays meanwhile. */
export const useRolePreview = (role_reference: string, fields: RoleFields) => {
  const [settled] = useDebouncedValue(fields, pauseMs)
  const query = useQuery<RolePreview>({
    queryKey: ['role-preview', role_reference, settled],
    queryFn: ({ signal }) =>
      callApi(calls.previewRole, { params: { role_reference }, body: settled, signal, isQuiet: true }),
    placeholderData: keepPreviousData,
  })
  return { preview: query.data, isStale: settled !== fields || query.isFetching, error: query.error }
}
