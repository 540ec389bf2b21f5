import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The fields of a Google service account's JSON file that are needed. The key is a secret: never print it. */
export interface ServiceAccount {
  project_id: string
  client_email: string
  private_key: string
  /** Where access tokens come from. */
  token_uri: string
}

const needed = ['project_id', 'client_email', 'private_key', 'token_uri'] as const

/** @throws Error that says what is wrong with the file, without its content */
export const readServiceAccount = (fileUrl: string): ServiceAccount => {
  const file = fileURLToPath(fileUrl)
  const account = parsed(readFileSync(file, 'utf8'))
  const missing = needed.filter((field) => typeof account?.[field] !== 'string' || account[field] === '')
  if (missing.length > 0)
    throw new Error(`${file} is not the JSON file of a service account: ${missing.join(', ')} missing`)
  return account as unknown as ServiceAccount
}

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
