import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type CallDeclaration, ClientIdentifier, calls, fullPath, isAccountCall } from '../src/index.ts'
import { accepts } from './both-validators.ts'

const specified = readFileSync(new URL('../calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
const declared: [string, CallDeclaration][] = Object.entries(calls)
const readOnly = ['GET', 'HEAD']
/** These calls change nothing. They have a body because their question is too long for an address. */
const asking: ReadonlySet<CallDeclaration> = new Set([
  calls.previewRole,
  calls.previewAccountLimit,
  calls.previewDefaultRole,
  calls.previewGivenRole,
  calls.previewApp,
  calls.previewDeviceUserImport,
  calls.previewDeviceUserMove,
  calls.previewGroup,
  calls.previewTag,
  calls.previewRetention,
  calls.previewReviewQueue,
  calls.previewPersonalNumbers,
  calls.previewCarrierImport,
])

describe('the list of calls', () => {
  it('has the 114 calls of the specification', () => expect(new Set(specified).size).toBe(114))

  it('declares each method and path once', () => {
    const addresses = declared.map(([, call]) => `${call.method} ${fullPath(call).replace(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })
})

describe('the identifier of an account', () => {
  const lines = declared.map(([, call]) => [call.catalogue, call.method, call.path].join('\t'))
  const firstWords = new Set(
    [...specified, ...lines]
      .filter((line) => line.startsWith('admin-internal'))
      .map((line) => line.split('/')[1]?.trim() ?? ''),
  )

  it.each([...firstWords])('cannot be %s, which begins a path of the provider', (word) => {
    expect(accepts(ClientIdentifier, word)).toBe(false)
  })
})

describe.each(declared)('%s', (_, call) => {
  it('is in the specification, or is marked as beyond it', () => {
    const line = [call.catalogue, call.method, call.path].join('\t')
    expect(specified.includes(line)).toBe(!call.beyondSpecification)
  })

  it('describes exactly the parameters of its path', () => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(call.params?.properties ?? {})).toEqual(inPath)
  })

  it('is a device call exactly when it is in the device catalogue, but for the one without a token', () => {
    expect(call.action === 'device').toBe(call.catalogue === 'device' && call !== calls.exchangeOneTimeCode)
    expect(isAccountCall(call)).toBe(fullPath(call).replace(call.path, '').includes('/{client}'))
  })

  it('limits its JSON body exactly when it has one', () => {
    expect(call.maxBodyBytes !== undefined).toBe(call.body !== undefined)
  })

  it('describes its response', () => {
    const kind = call.responseKind ?? 'json'
    expect(call.response !== undefined).toBe(kind === 'json' || kind === 'events')
  })

  it('names an audit event if it changes something, and has a body only then', () => {
    if (asking.has(call)) expect(call.audit).toBeUndefined()
    else if (!readOnly.includes(call.method)) expect(call.audit).toBeDefined()
    else expect(call.body ?? call.bodyKind).toBeUndefined()
  })

  it('has a summary of one sentence', () => expect(call.summary).toMatch(/^[A-Z].+\.$/))
})
