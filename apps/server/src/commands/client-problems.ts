import { type ErrorCode, ProductError, translateProblem, type ValidationProblem } from '@holdfast/contract'
import { UsageError } from './usage-error.ts'

/** The options of `holdfast client create` and `device-user create`, by the path of the field that they set. */
const optionOf: Readonly<Record<string, string>> = {
  client: '<identifier>',
  name: '--name',
  locale: '--locale',
  'identity_provider/issuer': '--issuer',
  'identity_provider/client_id': '--client-id',
  'identity_provider/client_secret': '--client-secret-file',
  'identity_provider/roles_claim': '--roles-claim',
  administrator: '--administrator',
  'administrator/user_reference': '--administrator',
  'administrator/email': '--administrator-email',
  'administrator/name': '--administrator-name',
  default_role: '--default-role',
  group: '--group',
  services: '--services',
  email: '--email',
  first_name: '--first-name',
  surname: '--surname',
  expected_device_count: '--expected-devices',
}

const optionOfCode: { [code in ErrorCode]?: string } = {
  'client.exists': '<identifier>',
  'role.unknown': '--default-role',
  // Of all that a device user refers to, only the group must exist already.
  'request.not_found': '--group',
}

/** Rewrites a refused call's problems in terms of options: one line for the first of each. Returns other errors as they are. */
export const asUsageError = (error: unknown): unknown => {
  if (!(error instanceof ProductError)) return error
  const lines = new Map<string, string>()
  for (const problem of error.problems.filter(isTelling)) {
    const option = optionOf[problem.path.slice('/body/'.length).replace(/\/\d+$/, '')] ?? problem.path
    if (!lines.has(option)) lines.set(option, lineOf(option, problem))
  }
  const option = optionOfCode[error.code]
  return new UsageError([...lines.values()].join('\n') || `${option ? `${option}: ` : ''}${error.message}`)
}

/** Leaves out two problems that every wrong value of a nullable field adds: it is not null, and no schema of `anyOf` matches. */
const isTelling = ({ keyword, params }: ValidationProblem): boolean =>
  keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null')

const lineOf = (option: string, problem: ValidationProblem): string => {
  const { path, keyword, params, message } = problem
  if (path === '/body/administrator' && keyword === 'required') {
    return '--administrator or --issuer is missing: without either nobody could sign in'
  }
  if (keyword === 'required') return `${option} is missing`
  if (keyword === 'enum') return `${option}: Must be one of ${[params.allowedValues].flat().join(', ')}`
  const { id, message: words } = translateProblem(problem)
  return `${option}: ${id === 'invalid' ? message : words}`
}
