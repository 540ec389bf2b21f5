import { expect, it } from 'vitest'
import { describeSchemaError } from '../src/describe-schema-error.ts'
import * as contract from '../src/index.ts'

const refused = (schema: { readonly pattern?: unknown } & object) =>
  describeSchemaError({ keyword: 'pattern', params: { pattern: schema.pattern }, parentSchema: schema })

it.each([
  [contract.ClientIdentifier, /^must be 3 to 40 lowercase letters.*, such as northwind$/],
  [
    contract.DeviceReference,
    /^must not start with a space or contain any of the characters ,\+#\/:, such as R58N12AB3CD$/,
  ],
  [contract.Timestamp, /^must be a time in UTC such as 2026-01-31T12:00:00.000Z/],
  [contract.Sha256Hex, /^must have the expected format, such as e3b0c442/],
  [contract.reportedText(), /^must not contain control characters$/],
  [{ pattern: '^[a-z]+$' }, /^must have the expected format$/],
])('says what is expected instead of a pattern: %#', (schema, expected) => {
  expect(refused(schema)).toMatch(expected)
})

it('gives an example of each rule that the rule accepts', () => {
  const rules = Object.values<unknown>(contract).filter(
    (schema): schema is { rule: string; pattern: string } =>
      typeof schema === 'object' && schema !== null && 'rule' in schema && 'pattern' in schema,
  )
  const withExamples = rules.flatMap((schema) => {
    const example = / such as ([^ ,]+)/.exec(refused(schema))?.[1]
    return example === undefined ? [] : [{ schema, example }]
  })
  expect(withExamples.length).toBeGreaterThan(10)
  for (const { schema, example } of withExamples) expect(example).toMatch(new RegExp(schema.pattern, 'u'))
})
