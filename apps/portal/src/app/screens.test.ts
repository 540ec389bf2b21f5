import { readFileSync } from 'node:fs'
import { allActions, payloadTypes, type UserProfile } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { placedScreens, screensAbove, screensFor, settingsOf } from './navigation-screens.ts'
import { isInNavigation, isSetting, type Screen } from './screen.ts'
import { screens } from './screens.ts'

type Rights = Pick<UserProfile, 'actions' | 'payload_types'>
const offered = (rights: Rights): string[] => screensFor(rights).map(({ path }) => path)

const nothing: Rights = { actions: [], payload_types: [] }
const overview = '/dashboard'
/** Everybody can ask for access, and see what became of it. */
const requests = '/dashboard/access/requests'

test.each<[string, Rights, string[]]>([
  ['only the overview and own requests', nothing, [overview, requests]],
  [
    'the services of the types that may be read',
    { actions: ['payloads:read'], payload_types: ['BlockedCall', 'RCS'] },
    [
      overview,
      '/dashboard/services/all',
      '/dashboard/services',
      '/dashboard/services/calls',
      '/dashboard/services/messages',
      requests,
    ],
  ],
  ['no service for types without the action', { actions: [], payload_types: ['Call'] }, [overview, requests]],
  [
    'videos for AR, which the client portal drops from the profile',
    { actions: ['payloads:read'], payload_types: ['AR'] },
    [overview, '/dashboard/services/all', '/dashboard/services', '/dashboard/services/videos', requests],
  ],
  [
    'what an action opens',
    { actions: ['audit:read'], payload_types: [] },
    [overview, requests, '/dashboard/account/audit'],
  ],
  [
    'the settings that an action opens, with their list,',
    { actions: ['tags:read'], payload_types: [] },
    [overview, requests, '/dashboard/settings', '/dashboard/access/tags'],
  ],
])('%s is offered', (_what, rights, paths) => {
  expect(offered(rights)).toEqual(paths)
})

test('everything is offered to people with all actions', () => {
  const all = { actions: [...allActions], payload_types: [...payloadTypes] }
  expect(offered(all)).toEqual(placedScreens.map(({ path }) => path))
})

const all: readonly Screen[] = Object.values(screens).flat()

test('no section of the navigation or of the settings has more than nine entries', () => {
  const sections = Map.groupBy(placedScreens, ({ place }) =>
    'section' in place ? place.section : `settings ${place.settings}`,
  )
  const large = [...sections].filter(([, entries]) => entries.length > 9).map(([name]) => name)
  expect(large).toEqual([])
})

test('every screen with a place is in the navigation or in a list of settings that is there', () => {
  const listed = placedScreens.filter(isInNavigation).flatMap((screen) => [screen, ...settingsOf(screen)])
  expect(new Set(listed.map(({ path }) => path))).toEqual(new Set(placedScreens.map(({ path }) => path)))
})

test('a list of settings is open to everybody who may open one of its settings', () => {
  for (const screen of placedScreens.filter(isSetting))
    for (const action of screen.actions ?? [])
      expect(offered({ actions: [action], payload_types: [] }), screen.path).toContain(
        screensAbove(screen).map(({ path }) => path)[0],
      )
})

test('addresses are unique', () => {
  const paths = all.map(({ path }) => path)
  expect(paths).toEqual([...new Set(paths)])
})

test.each([
  ['/dashboard/access/roles/named/$role_reference', ['/dashboard/access/roles']],
  ['/dashboard/devices/users/$device_user_reference', ['/dashboard/devices/users']],
  ['/dashboard/services/calls/$payload_reference', ['/dashboard/services', '/dashboard/services/calls']],
  [
    '/dashboard/devices/completeness/statements/$statement_reference',
    ['/dashboard/devices/completeness', '/dashboard/devices/completeness/statements'],
  ],
  ['/dashboard/services/diagnostics', ['/dashboard/services']],
  ['/dashboard/services', []],
  ['/dashboard/access/tags/$tag_key', ['/dashboard/settings', '/dashboard/access/tags']],
  ['/internal/keys', ['/internal/settings']],
  ['/internal/clients/create', ['/internal/clients']],
  ['/dashboard/devices/users', []],
  ['/terms', []],
])('the breadcrumbs of %s are %j', (path, above) => {
  const screen = all.find((candidate) => candidate.path === path)
  expect(screen && screensAbove(screen).map((each) => each.path)).toEqual(above)
})

test('sections guard their screens as the specification lists them', () => {
  const [, ...lines] = readFileSync(new URL('../../../../packages/contract/routes.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const specified = new Map(lines.map((line) => [line.split('\t')[0], line.split('\t')[1] ?? '']))
  const guardedSections: readonly Screen[] = [...screens.internal, ...screens.dashboard]
  const differing = all.filter((screen) => {
    const guards = specified.get(screen.path.replace(/\$(\w+)/g, '{$1}'))
    return guards !== undefined && guards.includes('auth') !== guardedSections.includes(screen)
  })
  expect(differing).toEqual([])
})
