import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Action } from './actions.ts'
import type { AuditEvent } from './audit-events.ts'
import { call } from './call.ts'
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { ExpectedVersionQuery, expectedVersion } from './versions.ts'

/** Records that people list, open, create, replace and delete by a reference, such as client apps. */
interface RecordDeclaration {
  readonly catalogue: 'admin-client' | 'client'
  /** The path of the list within the catalogue, without the leading slash. */
  readonly path: string
  /** The name of the reference in the path of one record. */
  readonly key: string
  readonly reference: TSchema
  readonly entity: TSchema
  /** What people enter. A replacement also takes the `version` that they saw. */
  readonly fields: TProperties
  readonly filter: TProperties
  readonly read: Action
  readonly write: Action
  /** The words for one record and for several in the summaries. */
  readonly one: string
  readonly several: string
  readonly events: { readonly created: AuditEvent; readonly updated: AuditEvent; readonly deleted: AuditEvent }
  readonly createErrors: readonly ErrorCode[]
  readonly putErrors: readonly ErrorCode[]
  readonly deleteErrors?: readonly ErrorCode[]
}

type DeleteErrorsOf<D> = D extends { readonly deleteErrors: infer Codes extends readonly ErrorCode[] }
  ? Codes
  : readonly []

/** Declares the calls of such records: a list by reference, one record, and its creation, replacement and deletion. */
export const recordCalls = <const D extends RecordDeclaration>(declaration: D) => {
  const { catalogue, path, key, entity, fields, filter, read, write, one, several, events, ...declared } = declaration
  const params = Type.Object({ [key]: declared.reference }, closed) as unknown as TObject<{
    [K in D['key']]: D['reference']
  }>
  const { createErrors, putErrors } = declared as Pick<D, 'createErrors' | 'putErrors'>
  const deleteErrors = (declaration.deleteErrors ?? []) as DeleteErrorsOf<D>
  const ofList = { catalogue, path: `/${path}` } as { catalogue: D['catalogue']; path: `/${D['path']}` }
  const ofOne = { catalogue, path: `/${path}/{${key}}`, params } as {
    catalogue: D['catalogue']
    path: `/${D['path']}/{${D['key']}}`
    params: typeof params
  }
  return {
    params,
    list: call({
      ...ofList,
      method: 'GET',
      summary: `Lists ${several} by reference.`,
      action: read as D['read'],
      query: listQuery(filter as D['filter']),
      response: listOf(entity as D['entity']),
      errors: ['list.bad_last_key'],
    }),
    get: call({
      ...ofOne,
      method: 'GET',
      summary: `Reads one ${one}.`,
      action: read as D['read'],
      response: entity as D['entity'],
      errors: ['request.not_found'],
    }),
    create: call({
      ...ofOne,
      method: 'POST',
      summary: `Creates a ${one}.`,
      action: write as D['write'],
      body: Type.Object(fields as D['fields'], closed),
      maxBodyBytes: limits.maxFormBodyBytes,
      response: entity as D['entity'],
      audit: events.created,
      errors: createErrors,
    }),
    put: call({
      ...ofOne,
      method: 'PUT',
      summary: `Replaces the settings of a ${one}.`,
      action: write as D['write'],
      body: Type.Object({ ...expectedVersion, ...(fields as D['fields']) }, closed),
      maxBodyBytes: limits.maxFormBodyBytes,
      response: entity as D['entity'],
      audit: events.updated,
      errors: putErrors,
    }),
    remove: call({
      ...ofOne,
      method: 'DELETE',
      summary: `Deletes a ${one}.`,
      action: write as D['write'],
      query: ExpectedVersionQuery,
      responseKind: 'empty',
      audit: events.deleted,
      errors: ['request.not_found', 'edit.conflict', ...deleteErrors],
    }),
  } as const
}
