import { expect, it } from 'vitest'
import { type CallDeclaration, calls, exportedLists, exportedTrails } from '../src/index.ts'

const declared: [string, CallDeclaration][] = Object.entries(calls)

/** A list answers pages, or their total. */
const isList = ({ query }: CallDeclaration): boolean =>
  query !== undefined && 'last_key' in query.properties && 'query_result_type' in query.properties

it('every list can be exported, but for those that staff read of a single customer and for parts of a recording', () => {
  const ofOneCustomer = ['listClientRoles', 'listClientSupportAccess', 'listClientTelemetry']
  const ofRecordings = ['getConversation', 'getPayloadAudit']
  const lists = declared.filter(([, call]) => isList(call)).map(([name]) => name)
  expect([...exportedLists, ...ofOneCustomer, ...ofRecordings].sort()).toEqual(lists.sort())
})

it('what shows entries of the trail is exported as the trail', () => {
  const trails = declared.filter(([name, call]) => isList(call) && /Activities|Visit/.test(name)).map(([name]) => name)
  expect([...exportedTrails].sort()).toEqual(trails.sort())
})
