import type { Permission, RoleRules } from '@holdfast/contract'
import { describe, expect, test } from 'vitest'
import { contentAddedBy, contentGivenBy } from '../src/index.ts'

const role = (...permissions: Permission[]): RoleRules => ({
  role_reference: 'Desk',
  permissions,
  payload_types: null,
  cidr_ranges: null,
})
const all = { actions_matching: '*' }
const read = { actions_matching: 'payloads:read' }
const play = { actions_matching: 'payloads:play' }
const inLondon = { conditions: [{ names_matching: 'London' }] }
const isAdded = (stored: RoleRules | null, changed: RoleRules) => contentAddedBy(stored, changed, 'acme') !== null

test('a role gives content by name, pattern or regex, and without it when a denial covers all of it', () => {
  expect(contentGivenBy(role(read, { actions_matching: 'roles:*' }), 'acme')).toBeNull()
  expect(contentGivenBy(role(play), 'acme')).toMatchObject({ action: 'payloads:play' })
  expect(contentGivenBy(role(all), 'acme')).toMatchObject({ action: 'payloads:play' })
  expect(contentGivenBy(role({ actions_matching: 'payloads:(read|download)', is_regex: true }), 'acme')).toMatchObject({
    action: 'payloads:download',
  })
  const denied = [play, { actions_matching: 'payloads:download' }].map((one) => ({ ...one, is_denied: true }))
  expect(contentGivenBy(role(all, ...denied), 'acme')).toBeNull()
})

describe('a change of a role', () => {
  test.each([
    ['is new with content', null, role(play)],
    ['adds content', role(read), role(read, play)],
    ['widens the groups', role({ ...play, ...inLondon }), role(play)],
    [
      'moves to other groups',
      role({ ...play, ...inLondon }),
      role({ ...play, conditions: [{ names_matching: 'Lisbon' }] }),
    ],
    ['removes a denial', role(all, { ...play, is_denied: true }), role(all)],
    ['limits a denial', role(all, { ...play, is_denied: true }), role(all, { ...play, is_denied: true, ...inLondon })],
    ['widens the kinds', { ...role(play), payload_types: ['Call' as const] }, role(play)],
    ['widens the networks', { ...role(play), cidr_ranges: ['10.0.0.0/8'] }, role(play)],
  ])('%s', (_, stored, changed) => expect(isAdded(stored, changed)).toBe(true))

  test.each([
    ['is new without content', null, role(read)],
    ['removes content', role(read, play), role(read)],
    ['narrows the groups', role(play), role({ ...play, ...inLondon })],
    ['replaces a pattern by what it covered', role({ actions_matching: 'payloads:*' }), role(read, play)],
    ['adds a denial', role(all), role(all, { ...play, is_denied: true })],
    ['narrows the kinds', role(play), { ...role(play), payload_types: ['Call' as const] }],
    ['adds something else', role(play), role(play, { actions_matching: 'tags:write' })],
    ['removes a denial of something else', role(play, { actions_matching: 'tags:*', is_denied: true }), role(play)],
    [
      'keeps its networks and narrows the groups',
      { ...role(play), cidr_ranges: ['10.0.0.0/8'] },
      { ...role({ ...play, ...inLondon }), cidr_ranges: ['10.0.0.0/8'] },
    ],
  ])('gives nothing when it %s', (_, stored, changed) => expect(isAdded(stored, changed)).toBe(false))
})
