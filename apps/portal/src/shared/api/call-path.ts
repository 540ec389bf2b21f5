import { type CallDeclaration, fullPath } from '@holdfast/contract'
import { queryText } from './query-text.ts'

export interface PathInput {
  client: string | null
  params?: Readonly<Record<string, unknown>> | undefined
  query?: object | undefined
}

/** The path and query of a call, with its `{parameters}` filled in and encoded. */
export const callPath = (declaration: CallDeclaration, { client, params, query }: PathInput): string => {
  const path = fullPath(declaration).replace(/\{(\w+)\}/g, (_, name: string) => {
    // An internal call names the customer in its params; elsewhere `client` is the session's account.
    const value = params?.[name] ?? (name === 'client' ? client : undefined)
    if (value === undefined || value === null) throw new Error(`${declaration.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = query ? queryText(query) : ''
  return search ? `${path}?${search}` : path
}
