import { calls } from '@holdfast/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isChangedBy } from './changed-queries.ts'

const keys = {
  group: ['one', 'admin-client', '/groups/{group_reference}', 'meridian', null, { group_reference: 'Rates' }],
  groups: ['list', 'admin-client', '/groups', 'meridian', null, null, {}, 50],
  groupTotal: ['total', 'admin-client', '/groups', 'meridian', null, null, {}],
  roles: ['list', 'admin-client', '/roles', 'meridian', null, null, {}, 50],
  role: ['one', 'admin-client', '/roles/{role_reference}', 'meridian', null, { role_reference: 'Reviewer' }],
  customers: ['list', 'admin-internal', '/clients', 'admin', null, null, {}, 50],
  profile: ['profile', 'meridian', null],
} as const

/** The queries on the screen that are read again after a change. */
const readAgain = async (...change: Parameters<typeof isChangedBy>): Promise<string[]> => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const read: string[] = []
  const leave = Object.entries(keys).map(([name, queryKey]) => {
    const observer = new QueryObserver(queryClient, {
      queryKey,
      initialData: name,
      queryFn: () => {
        read.push(name)
        return name
      },
    })
    return observer.subscribe(() => undefined)
  })
  await queryClient.invalidateQueries({ predicate: isChangedBy(...change) })
  for (const unsubscribe of leave) unsubscribe()
  return read
}

test('saving a group reads it and the lists of groups again, but no roles', async () => {
  expect(await readAgain(calls.putGroup, [calls.listGroups])).toEqual(['group', 'groups', 'groupTotal'])
})

test('a deleted group is not read again', async () => {
  expect(await readAgain(calls.deleteGroup, [calls.listGroups])).toEqual(['groups', 'groupTotal'])
})

test('calls of another catalogue, and paths with the same prefix, are not read again', async () => {
  expect(await readAgain(calls.putGroup, [{ ...calls.listClients, catalogue: 'admin-client' }])).toEqual([])
  expect(await readAgain(calls.putGroup, [{ ...calls.listGroups, path: '/group' }])).toEqual([])
})
