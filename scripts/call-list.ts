import { accessFor, compileRoles, internalSystemRoles, type SystemRole, systemRoles } from '@holdfast/access'
import { type Action, allActions, type CallDeclaration, calls, fullPath } from '@holdfast/contract'

/**
 * docs/calls.md: every call with the action that it needs, and every action with the system roles that have it. Git has this
 * file, so that a reviewer sees who can newly do what; docs/generated has the details.
 */
export const callList = (): string =>
  `${[
    '# Calls',
    '',
    'Written by `npm run docs` from the contract. `Action` is what the caller must be allowed to do: `signed_in` is for',
    'everybody with a valid token, `device` for handsets, `public` for all. `npm run docs` also writes the OpenAPI document,',
    'which servers show at `/reference`, and the matrix of which caller may make which call. They are in `docs/generated`,',
    'which git ignores.',
    '',
    ...table(
      ['Call', 'Action', 'On the trail'],
      (Object.values(calls) as CallDeclaration[])
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
        .map((call) => [
          `${call.method} \`${fullPath(call)}\``,
          `\`${call.action}\``,
          call.audit ? `\`${call.audit}\`` : '',
        ]),
    ),
    '',
    '## Actions of the system roles',
    '',
    ...table(
      ['Action', 'Roles'],
      allActions.map((action) => [`\`${action}\``, rolesWith(action)]),
    ),
  ].join('\n')}\n`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

const orderOf = (call: CallDeclaration): string => `${fullPath(call)} ${call.method}`

const rolesWith = (action: Action): string =>
  [...internalSystemRoles, ...systemRoles]
    .filter((role) => allows(role, action))
    .map(({ role_reference }) => role_reference)
    .join(', ')

const allows = ({ role_reference, permissions }: SystemRole, action: Action): boolean => {
  const roles = compileRoles([{ role_reference, permissions: [...permissions] }], { client: 'admin' })
  return accessFor(roles, { address: '192.0.2.1' }).mayAtAll(action)
}
