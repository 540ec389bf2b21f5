import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

const usage = `holdfast client create <identifier> --name <name> [--locale en-GB|pt-BR]
  people who sign in at the customer's own provider:
    --issuer <https address> --client-id <id> --client-secret-file <file> [--roles-claim <claim>]
  or a first administrator with a password:
    --administrator <reference> --administrator-email <address> [--administrator-name <name>]
  [--default-role <role>]  what people get whose identity names no role`

const options = {
  name: { type: 'string' },
  locale: { type: 'string', default: 'en-GB' },
  issuer: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-file': { type: 'string' },
  'roles-claim': { type: 'string' },
  administrator: { type: 'string' },
  'administrator-email': { type: 'string' },
  'administrator-name': { type: 'string' },
  'default-role': { type: 'string' },
} as const

type Options = { [name in keyof typeof options]?: string | undefined }

/**
 * Makes the body of `POST /clients` from the command line, not yet validated.
 * @throws UsageError when the arguments are not those of `holdfast client create`
 */
export const accountFrom = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values, positionals } = parsed(args)
  const [verb, identifier, ...rest] = positionals
  if (verb !== 'create' || identifier === undefined || rest.length > 0) throw new UsageError(usage)
  return {
    client: identifier,
    name: values.name,
    locale: values.locale,
    identity_provider: await providerFrom(values),
    administrator: administratorFrom(values),
    default_role: values['default-role'] ?? null,
  }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}

/** Any of these options asks for a provider. The validation then names those that are missing. */
const providerFrom = async (values: Options) => {
  const { issuer, 'client-id': client_id, 'client-secret-file': file, 'roles-claim': roles_claim } = values
  if ([issuer, client_id, file, roles_claim].every((value) => value === undefined)) return null
  const client_secret = await secretFrom(file)
  return { issuer, client_id, client_secret, ...(roles_claim === undefined ? {} : { roles_claim }) }
}

const administratorFrom = (values: Options) => {
  const { administrator: user_reference, 'administrator-email': email, 'administrator-name': name } = values
  if ([user_reference, email, name].every((value) => value === undefined)) return null
  return { user_reference, email, name: name ?? user_reference ?? email }
}

/** Reads the secret from a file, because every user of the machine can see command lines. */
const secretFrom = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw new UsageError(`--client-secret-file: the file ${file} can't be read`)
  }
}
