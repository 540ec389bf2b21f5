import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type CreatedClient, calls, type NewClient, ProductError } from '@holdfast/contract'
import { describeClient, furnishClient } from '../modules/clients/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import { recordProductActivity } from '../platform/activities/product-activity.ts'
import { inputCheck } from '../platform/http/index.ts'
import { openPlatform } from '../platform/open-platform.ts'
import type { Settings } from '../platform/settings/index.ts'
import { withDatabase } from './required-database.ts'
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

/** `holdfast client create`: opens an account, as `POST /clients` does; also the provider's own, `admin`. */
export async function client(settings: Settings, args: string[]): Promise<void> {
  const account = checked(await accountFrom(args))
  const created = await create(settings, account)
  for (const line of told(account, created)) console.log(line)
}

const accountFrom = async (args: string[]): Promise<unknown> => {
  const { values, positionals } = parsed(args)
  const [verb, identifier, ...rest] = positionals
  if (verb !== 'create' || identifier === undefined || rest.length > 0) throw new UsageError(usage)
  const { issuer, administrator } = values
  return {
    client: identifier,
    name: values.name,
    locale: values.locale,
    identity_provider:
      issuer === undefined
        ? null
        : {
            issuer,
            client_id: values['client-id'],
            client_secret: await secretFrom(values['client-secret-file']),
            ...(values['roles-claim'] === undefined ? {} : { roles_claim: values['roles-claim'] }),
          },
    administrator:
      administrator === undefined
        ? null
        : {
            user_reference: administrator,
            email: values['administrator-email'],
            name: values['administrator-name'] ?? administrator,
          },
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

/** From a file, because what is written on a command line can be read by everybody on the machine. */
const secretFrom = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw new UsageError(`The file ${file} can't be read.`)
  }
}

/** By the rules of the call, which are the product's. */
const checked = (account: unknown): NewClient => {
  try {
    return inputCheck(calls.createClient)({ params: {}, query: {}, body: account }).body as NewClient
  } catch (error) {
    throw asUsageError(error)
  }
}

const asUsageError = (error: unknown): unknown => {
  if (!(error instanceof ProductError)) return error
  const problems = error.problems.map(({ path, message }) => `${path.slice('/body/'.length)} ${message}`)
  return new UsageError(problems.length > 0 ? `${problems.join('\n')}\n${usage}` : error.message)
}

const create = async (settings: Settings, account: NewClient): Promise<CreatedClient> => {
  const platform = await openPlatform({ settings: withDatabase(settings), termsVersion: currentTermsVersion })
  try {
    return await platform.database.transaction(account.client, async (tx) => {
      const created = await furnishClient(tx, platform, account)
      const details = describeClient(account, created)
      await recordProductActivity(tx, { call: 'COMMAND client create', event: 'client.created', details })
      return created
    })
  } catch (error) {
    throw asUsageError(error)
  } finally {
    await platform.close()
  }
}

const told = (
  { name, administrator }: NewClient,
  { client: identifier, key_id, enrolment_secret, administrator_password }: CreatedClient,
): string[] => [
  `The account ${identifier} (${name}) is open. What is secret here is told this once.`,
  `  key_id                  ${key_id}`,
  `  enrolment_secret        ${enrolment_secret}`,
  ...(administrator ? [`  administrator           ${administrator.user_reference}`] : []),
  ...(administrator_password === null ? [] : [`  administrator_password  ${administrator_password}`]),
]
