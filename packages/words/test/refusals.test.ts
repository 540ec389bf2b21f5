import { type CallDeclaration, calls, type ErrorCode, errors } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { messages } from '../src/pt-br/index.ts'

const declared: readonly CallDeclaration[] = Object.values(calls)
const listedBy = (chosen: (call: CallDeclaration) => boolean) =>
  new Set(declared.filter(chosen).flatMap((call): readonly ErrorCode[] => call.errors ?? []))
const isOfHandsets = (call: CallDeclaration) => call.catalogue === 'device' || call === calls.verifyDevice
const ofHandsets = listedBy(isOfHandsets)
const ofPeople = listedBy((call) => !isOfHandsets(call))

/** Codes that no call lists can come from any call, and so from a call of people. */
const shownToPeople = (Object.keys(errors) as ErrorCode[]).filter((code) => ofPeople.has(code) || !ofHandsets.has(code))

/** Whether the error record of a refused call is in Portuguese: the portal looks for this text. */
const isTranslated = (code: ErrorCode): boolean => `refusal.${code}` in messages

test('every error that a call of people can return is in Portuguese', () => {
  expect(shownToPeople.filter((code) => !isTranslated(code))).toEqual([])
})

test('errors of devices that people can get are among them', () => {
  expect(shownToPeople).toContain('device.not_blocked')
})
