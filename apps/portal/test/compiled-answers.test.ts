import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CallName, calls } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerCheckSource } from '../build/compiled-answers.ts'
import * as data from './fixture-data.ts'

type HasShape = (value: unknown) => boolean

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compiled-answers-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** The check of a call's answer as the built portal has it. */
const compiledCheck = async (name: CallName): Promise<HasShape> => {
  const file = join(folder, `${name}.mjs`)
  const source = answerCheckSource(name).replace(/'(typebox\/\w+)'/g, (_, id: string) => `'${import.meta.resolve(id)}'`)
  await writeFile(file, source)
  return ((await import(pathToFileURL(file).href)) as { hasShape: HasShape }).hasShape
}

const page = (items: readonly unknown[]) => ({ items, count: items.length, last_key: null })
const answers = {
  getProfile: data.profile('acme-bank'),
  getPayload: data.payload(0),
  getPayloadAudit: data.auditOf(data.referenceOf(0)),
  getDevice: data.devices[0],
  listPayloads: page(data.payloads.slice(0, 50)),
  listDevices: page(data.devices),
  listDeviceUsers: page(data.deviceUsers),
  listGroups: page(data.groupRows),
  listRoles: page(data.roles),
  listActivities: page(data.activities),
} as const satisfies Partial<Record<CallName, unknown>>

/** Fields without which an answer is refused; a page or a total has those of a page. */
const requiredOf = (name: keyof typeof answers): readonly string[] => {
  const { response } = calls[name]
  return 'required' in response ? response.required : ['items', 'count', 'last_key']
}

describe.each(Object.keys(answers) as (keyof typeof answers)[])('the compiled check of %s', (name) => {
  test('takes an answer of its shape', async () => {
    expect((await compiledCheck(name))(answers[name])).toBe(true)
  })

  test('refuses an answer without any one of its required fields', async () => {
    const hasShape = await compiledCheck(name)
    const taken = requiredOf(name).filter((field) => hasShape({ ...answers[name], [field]: undefined }))
    expect(taken).toEqual([])
  })
})

test('what any call answers can be checked without the schema library', async () => {
  const names = (Object.keys(calls) as CallName[]).filter((name) => 'response' in calls[name])
  for (const name of names) expect((await compiledCheck(name))(Symbol('no answer'))).toBe(false)
})
