import { calls } from '@holdfast/contract'
import { Code } from 'typebox/compile'
import type { Plugin } from 'vite'

type CallName = keyof typeof calls

/** Modules that this plugin makes; the rest of the id is the name of a call. */
const checkPrefix = '\0answer-check:'
const schemaPrefix = '\0answer-schema:'
const callTable = /\/packages\/contract\/src\/calls\.ts$/

const schemaOf = (name: string) => {
  const declaration = calls[name as CallName]
  if (!('response' in declaration)) throw new Error(`${name} answers nothing that could be checked`)
  return declaration.response
}

/** A module whose `hasShape` tells whether data has the shape of an answer; `schema` fetches what it was compiled from. */
export const answerCheckSource = (name: string): string => {
  const { Code: code, External: external } = Code(schemaOf(name))
  const patterns = external.variables.map((variable) => {
    if (!(variable instanceof RegExp)) throw new Error(`${name}: only patterns can be written into a module`)
    return String(variable)
  })
  const check = code.slice(code.indexOf('const check_0'), code.indexOf('// @ts-ignore\nexport function Check'))
  return [
    ...(check.includes('Guard.') ? ["import { Guard } from 'typebox/guard'"] : []),
    ...(check.includes('Hashing.') ? ["import { Hashing } from 'typebox/system'"] : []),
    `const External = [${patterns.join(', ')}]`,
    check.replaceAll('// @ts-ignore', ''),
    'export const hasShape = check_0',
    `export const schema = async () => (await import(${JSON.stringify(`answer-schema:${name}`)})).default`,
  ].join('\n')
}

/** The calls as the portal asks for them: none of devices', without schemas, and with a check of the answer that is fetched with it. */
const callTableSource = (): string => {
  const ofPeople = Object.entries(calls).filter(([, { catalogue }]) => catalogue !== 'device')
  const entries = ofPeople.map(([name, declaration]) => {
    const { catalogue, method, path, action } = declaration
    const asked = JSON.stringify({ catalogue, method, path, action }).slice(0, -1)
    if (!('response' in declaration)) return `${name}: ${asked}}`
    return `${name}: ${asked}, "response": () => import(${JSON.stringify(`answer-check:${name}`)}) }`
  })
  return `export const calls = {\n${entries.join(',\n')}\n}\n`
}

/**
 * Takes the schema library out of the built portal: the contract's table of calls is written without its schemas, and what
 * checks the answers is compiled while building, by the library itself, to a module for each call. A policy that forbids
 * eval rules out compiling in the browser. `shared/api/check-compiled-answer.ts` uses these modules.
 */
export const compiledAnswers = (): Plugin => ({
  name: 'compiled-answers',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id.endsWith('/check-answer.ts')) return this.resolve(id.replace(/answer\.ts$/, 'compiled-answer.ts'), importer)
    return id.startsWith('answer-check:') || id.startsWith('answer-schema:') ? `\0${id}` : null
  },
  load(id) {
    if (callTable.test(id)) return callTableSource()
    if (id.startsWith(checkPrefix)) return answerCheckSource(id.slice(checkPrefix.length))
    if (id.startsWith(schemaPrefix)) return `export default ${JSON.stringify(schemaOf(id.slice(schemaPrefix.length)))}`
    return null
  },
})
