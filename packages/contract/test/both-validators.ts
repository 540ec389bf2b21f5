import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'

const ajv = new Ajv2020({ strict: false, allErrors: true })

/**
 * Whether a value is accepted, by AJV as on the server and by typebox/value as in the browser.
 * @throws when the two disagree
 */
export const accepts = (schema: TSchema, value: unknown): boolean => {
  const onServer = ajv.validate(schema, value)
  const inBrowser = Value.Check(schema, value)
  if (onServer !== inBrowser) {
    throw new Error(`AJV says ${onServer}, typebox says ${inBrowser} of ${JSON.stringify(value)}`)
  }
  return inBrowser
}

/** The errors that AJV reports, as on the server: with `rule` among the params. */
export const serverProblems = (schema: TSchema, value: unknown) => {
  const verbose = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  verbose.validate(schema, value)
  return (verbose.errors ?? []).map(({ instancePath, keyword, params, parentSchema }) => ({
    path: `/body${instancePath}`,
    keyword,
    params: { ...params, rule: parentSchema?.rule },
  }))
}

/** The errors that typebox/value reports, as in the browser. */
export const browserProblems = (schema: TSchema, value: unknown) =>
  Value.Errors(schema, value).map(({ instancePath, keyword, params }) => ({
    path: `/body${instancePath}`,
    keyword,
    params: { ...params },
  }))
