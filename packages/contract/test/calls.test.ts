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
/** They ask with a body, for it is too much for an address, and change nothing. */
const asking: ReadonlySet<CallDeclaration> = new Set([
  calls.previewRole,
  calls.previewAccountLimit,
  calls.previewGroup,
  calls.previewTag,
])

describe('the list of calls', () => {
  it('is the 114 of the specification', () => expect(new Set(specified).size).toBe(114))

  it('declares no address twice', () => {
    const addresses = declared.map(([, call]) => `${call.method} ${fullPath(call).replace(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })
})

describe('an account', () => {
  const lines = declared.map(([, call]) => [call.catalogue, call.method, call.path].join('\t'))
  const firstWords = new Set(
    [...specified, ...lines]
      .filter((line) => line.startsWith('admin-internal'))
      .map((line) => line.split('/')[1]?.trim() ?? ''),
  )

  it.each([...firstWords])('cannot be called %s, which begins a path of the provider', (word) => {
    expect(accepts(ClientIdentifier, word)).toBe(false)
  })
})

describe.each(declared)('%s', (_, call) => {
  it('is in the specification or says that it goes beyond it', () => {
    const line = [call.catalogue, call.method, call.path].join('\t')
    expect(specified.includes(line)).toBe(!call.beyondSpecification)
  })

  it('describes exactly the parameters of its path', () => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(call.params?.properties ?? {})).toEqual(inPath)
  })

  it('belongs to a device when its catalogue does, and only then', () => {
    expect(call.action === 'device').toBe(call.catalogue === 'device')
    expect(isAccountCall(call)).toBe(fullPath(call).replace(call.path, '').includes('/{client}'))
  })

  it('says how large its JSON body may be, when it takes one, and only then', () => {
    expect(call.maxBodyBytes !== undefined).toBe(call.body !== undefined)
  })

  it('answers something that it describes', () => {
    const kind = call.responseKind ?? 'json'
    expect(call.response !== undefined).toBe(kind === 'json' || kind === 'events')
  })

  it('names its audit event when it changes something, and takes a body only then', () => {
    if (asking.has(call)) expect(call.audit).toBeUndefined()
    else if (!readOnly.includes(call.method)) expect(call.audit).toBeDefined()
    else expect(call.body ?? call.bodyKind).toBeUndefined()
  })

  it('is summed up in one sentence', () => expect(call.summary).toMatch(/^[A-Z].+\.$/))
})
