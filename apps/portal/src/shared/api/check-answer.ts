import { type CallDeclaration, checkResponseShape } from '@holdfast/contract'

/**
 * Gives the answer of a call when it has the shape that its declaration says (rules-and-calls section 5). The built portal
 * has `check-compiled-answer.ts` in place of this file.
 * @param received the JSON text, or what was parsed from it
 * @throws ResponseShapeError
 */
export const checkAnswer = async (declaration: CallDeclaration, received: unknown): Promise<unknown> =>
  declaration.response
    ? checkResponseShape(`${declaration.method} ${declaration.path}`, declaration.response, received)
    : undefined
