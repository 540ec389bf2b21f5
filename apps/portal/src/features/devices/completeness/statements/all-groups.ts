import { calls } from '@holdfast/contract'
import { callApi } from '../../../../shared/api/client.ts'

/** The references of all groups that the person sees. */
export const readAllGroups = async (): Promise<string[]> => {
  const groups: string[] = []
  let last_key: string | null | undefined
  do {
    const page = await callApi(calls.listGroups, { query: { limit: 100, ...(last_key ? { last_key } : {}) } })
    if (!('items' in page)) break
    groups.push(...page.items.map(({ group_reference }) => group_reference))
    last_key = page.last_key
  } while (last_key)
  return groups
}
