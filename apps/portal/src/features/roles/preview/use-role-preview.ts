import { calls, type PatternMatch, type RoleFields, type RolePreview } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api/client.ts'

const pauseMs = 400

/** Without incomplete permissions, so that the rest can be previewed. */
const writtenSoFar = (fields: RoleFields): RoleFields => ({
  ...fields,
  permissions: fields.permissions
    .filter(({ actions_matching }) => actions_matching !== '')
    .map(({ conditions = [], ...permission }) => {
      const written = conditions.filter(
        ({ names_matching, keys_matching, values_matching }) => names_matching || keys_matching || values_matching,
      )
      return written.length > 0 ? { ...permission, conditions: written } : permission
    }),
})

/** What the preview says of a pattern of actions; `undefined` while it does not know it yet. */
export type MatchOf = (
  permission: Pick<PatternMatch, 'actions_matching' | 'is_regex' | 'is_denied'>,
) => PatternMatch | undefined

export const matchesIn = (preview: RolePreview | undefined): MatchOf => {
  const keyOf: (permission: Parameters<MatchOf>[0]) => string = ({ actions_matching, is_regex, is_denied }) =>
    JSON.stringify([actions_matching, is_regex, is_denied])
  const matches = new Map(preview?.pattern_matches.map((match) => [keyOf(match), match]))
  return (permission) => matches.get(keyOf(permission))
}

/**
 * A preview of the role, requested shortly after each change. The previous one stays until then.
 * @param stored the version that the server compares with: a saved role gets a new preview
 */
export const useRolePreview = (role_reference: string, fields: RoleFields, stored: number) => {
  const asked = JSON.stringify(writtenSoFar(fields))
  const [settled] = useDebouncedValue(asked, pauseMs)
  const body = JSON.parse(settled) as RoleFields
  const { data, isFetching } = useQuery<RolePreview>({
    queryKey: ['role-preview', role_reference, stored, settled],
    queryFn: ({ signal }) => callApi(calls.previewRole, { params: { role_reference }, body, signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    meta: { failure: 'in_place' },
    enabled: body.permissions.length > 0,
  })
  return { preview: body.permissions.length > 0 ? data : undefined, isStale: settled !== asked || isFetching }
}
