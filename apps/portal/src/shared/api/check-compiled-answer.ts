import type { CallDeclaration } from '@holdfast/contract'

/** What `build/compiled-answers.ts` writes in the place of a call's schema. */
interface CompiledCheck {
  hasShape: (data: unknown) => boolean
  schema: () => Promise<NonNullable<CallDeclaration['response']>>
}

const parsed = (received: unknown): unknown => {
  if (typeof received !== 'string') return received
  try {
    return JSON.parse(received)
  } catch {
    // Not JSON has no shape; the interpreting check below says so in its own words.
    return undefined
  }
}

/**
 * `check-answer.ts` as it is built: the same check by the same library, compiled. Only an answer of another shape brings
 * the library itself along, to say what is wrong with it.
 */
export const checkAnswer = async (declaration: CallDeclaration, received: unknown): Promise<unknown> => {
  const load = declaration.response as (() => Promise<CompiledCheck>) | undefined
  if (!load) return undefined
  const check = await load()
  const data = parsed(received)
  if (check.hasShape(data)) return data
  const [{ checkResponseShape }, schema] = await Promise.all([import('./interpreting-check.ts'), check.schema()])
  return checkResponseShape(`${declaration.method} ${declaration.path}`, schema, received)
}
