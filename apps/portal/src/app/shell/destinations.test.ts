import { allActions, payloadTypes, type UserProfile } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { allowedGroups, destinationGroups } from './destinations.ts'

type Allowed = Pick<UserProfile, 'actions' | 'payload_types'>
const offered = (allowed: Allowed): string[] =>
  allowedGroups(allowed).flatMap(({ destinations }) => destinations.map(({ to }) => to))

const nothing: Allowed = { actions: [], payload_types: [] }
const overview = '/dashboard'

test.each<[string, Allowed, string[]]>([
  ['nothing but the overview', nothing, [overview]],
  [
    'the services of the types that may be read',
    { actions: ['payloads:read'], payload_types: ['BlockedCall', 'RCS'] },
    [overview, '/dashboard/services/calls', '/dashboard/services/messages'],
  ],
  ['no service for types without the action', { actions: [], payload_types: ['Call'] }, [overview]],
  [
    'videos for AR, which the client portal drops from the profile',
    { actions: ['payloads:read'], payload_types: ['AR'] },
    [overview, '/dashboard/services/videos'],
  ],
  ['what an action opens', { actions: ['audit:read'], payload_types: [] }, [overview, '/dashboard/account/audit']],
])('%s is offered', (_what, allowed, places) => {
  expect(offered(allowed)).toEqual(places)
})

test('everything is offered to whoever may do everything', () => {
  const all = { actions: [...allActions], payload_types: [...payloadTypes] }
  expect(offered(all)).toEqual(destinationGroups.flatMap(({ destinations }) => destinations.map(({ to }) => to)))
})
