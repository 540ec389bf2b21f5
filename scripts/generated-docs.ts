import { calls } from '@holdfast/contract'
import { openApiDocument } from '../apps/server/src/platform/openapi/document.ts'
import { accessMatrix } from '../tests/matrix/access-matrix.ts'
import { expectation } from '../tests/matrix/expectation.ts'

/**
 * The files of docs/generated, by name. They are large and not in git: a changed call shows in docs/calls.md and in the contract.
 */
export const generatedDocs = (): Record<string, string> => ({
  'openapi.json': `${JSON.stringify(openApiDocument(calls, ['/']), null, 2)}\n`,
  'access-matrix.md': accessMatrix((request, caller) => expectation(request, caller).verdict),
})
