import { allActions, type Permission, payloadTypes, type RoleRules } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessFor, compileRoles, type Group, gainProblem } from '../src/index.ts'
import { randomCaller, randomGroup, randomRoles } from './random-roles.ts'

const role = (permissions: Permission[], more: Partial<RoleRules> = {}): RoleRules => ({
  role_reference: 'Role',
  permissions,
  ...more,
})

const where = (actions_matching: string, region: string, is_denied = false): Permission => ({
  actions_matching,
  is_denied,
  conditions: [{ keys_matching: 'region', values_matching: region }],
})

const sales = (region?: string): Group => ({
  group_reference: 'Sales',
  tags: region === undefined ? [] : [{ tag_key: 'region', tag_value: region }],
})

const gain = (roles: RoleRules[], before: Group, after: Group, address = '10.0.0.1') =>
  gainProblem(accessFor(compileRoles(roles, { client: 'acme' }), { address }), [{ before, after }])

describe('a person who changes the tags of a group', () => {
  const editor = { actions_matching: 'groups:*' }

  test('cannot gain what roles allow for those tags', () => {
    const roles = [role([editor, where('payloads:play', 'EU')])]
    expect(gain(roles, sales('UK'), sales('EU'))).toMatchObject({ group_reference: 'Sales', action: 'payloads:play' })
    expect(gain(roles, sales('EU'), sales('UK'))).toBeNull()
    expect(gain(roles, sales('UK'), sales('US'))).toBeNull()
  })

  test('cannot get rid of a denial', () => {
    const roles = [role([{ actions_matching: '*' }, where('gps:read', 'EU', true)])]
    expect(gain(roles, sales('EU'), sales())).toMatchObject({ action: 'gps:read', payload_type: null })
    expect(gain(roles, sales(), sales('EU'))).toBeNull()
  })

  test('cannot gain a payload type', () => {
    const roles = [
      role([{ actions_matching: 'payloads:read' }], { payload_types: ['Call'] }),
      role([editor, where('payloads:read', 'EU')], { payload_types: ['SMS'] }),
    ]
    expect(gain(roles, sales(), sales('EU'))).toMatchObject({ action: 'payloads:read', payload_type: 'SMS' })
  })

  test('cannot prepare from one address what they may do from another', () => {
    const office = role([where('payloads:play', 'EU')], { cidr_ranges: ['10.9.0.0/16'] })
    expect(gain([role([editor]), office], sales(), sales('EU'), '192.0.2.1')).toMatchObject({ action: 'payloads:play' })
    const denied = role([{ actions_matching: 'payloads:play', is_denied: true }], { cidr_ranges: ['10.0.0.0/8'] })
    const roles = [role([editor, where('payloads:play', 'EU')]), denied]
    expect(gain(roles, sales(), sales('EU'), '10.0.0.1')).toMatchObject({ action: 'payloads:play' })
  })

  test('learns which of many groups is the problem', () => {
    const access = accessFor(compileRoles([role([where('payloads:play', 'EU')])], { client: 'acme' }), {
      address: '10.0.0.1',
    })
    const legal = {
      before: { ...sales(), group_reference: 'Legal' },
      after: { ...sales('US'), group_reference: 'Legal' },
    }
    expect(gainProblem(access, [legal, { before: sales(), after: sales('EU') }])).toMatchObject({
      group_reference: 'Sales',
    })
    expect(gainProblem(access, [legal])).toBeNull()
  })
})

/** An address for each combination of the random ranges. */
const addresses = ['10.0.0.1', '10.1.2.3', '10.1.9.9', '192.168.1.200', '8.8.8.8', '2001:db8::1']

test('there is a gain exactly if something is allowed from some address that was not allowed from there before', () => {
  let gains = 0
  fc.assert(
    fc.property(randomRoles, randomCaller, randomGroup, randomGroup, (roles, { client }, before, tagged) => {
      const after = { ...tagged, group_reference: before.group_reference }
      const compiled = compileRoles(roles, { client })
      const isGain = addresses.some((address) => {
        const access = accessFor(compiled, { address })
        return allActions.some((action) =>
          [{}, ...payloadTypes.map((payload_type) => ({ payload_type }))].some(
            (type) => access.can(action, { group: after, ...type }) && !access.can(action, { group: before, ...type }),
          ),
        )
      })
      const problem = gainProblem(accessFor(compiled, { address: '8.8.8.8' }), [{ before, after }])
      expect(problem !== null).toBe(isGain)
      if (isGain) gains++
    }),
    { numRuns: 300 },
  )
  expect(gains).toBeGreaterThan(0)
}, 60_000)
