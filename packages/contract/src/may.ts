import { Type } from 'typebox'

/** What the caller may do with an item, so that screens offer nothing that would be refused. */
export const mayField = <const Acts extends readonly [string, ...string[]]>(acts: Acts) => ({
  may: Type.Array(Type.Enum(acts), { description: 'What the caller may do with it' }),
})
