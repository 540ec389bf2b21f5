import type { Ajv2020, FuncKeywordDefinition } from 'ajv/dist/2020.js'

/**
 * Replaces `maxLength`, so that it refuses a text by its length in memory where that is enough, before any other keyword looks
 * at it. Ajv's own counts the characters first, which takes as long as parsing the text, and then still matches the pattern.
 */
export const addMaxLength = (ajv: Ajv2020): void => {
  ajv.removeKeyword('maxLength')
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    before: 'minLength',
    errors: true,
    validate,
  })
}

const validate: NonNullable<FuncKeywordDefinition['validate']> = (limit: number, text: string) => {
  if (text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit)) return true
  const message = `must NOT have more than ${limit} characters`
  validate.errors = [{ keyword: 'maxLength', params: { limit }, message }]
  return false
}
