import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { newReference, RoleReference, text, Ulid, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

/** Names of filters and columns, as calls and screens have them. */
const fieldName = '^[a-z][a-z_]{0,59}$'

export const listDensities = ['compact', 'regular', 'comfortable'] as const
export const ListDensity = Type.Enum(listDensities)
export type ListDensity = Static<typeof ListDensity>

const FilterText = text(255, 1)

/**
 * How a list looks in a view: filters and order as the address of the list has them, and rows and columns. What is absent is as the list
 * has it by itself. As JSON it has at most `limits.maxViewSearchBytes`.
 */
export const ViewSearch = Type.Object(
  {
    filter: Type.Optional(
      Type.Record(
        Type.String({ pattern: fieldName }),
        Type.Union([FilterText, Type.Array(FilterText, { minItems: 1, maxItems: 100 })]),
        closed,
      ),
    ),
    sort: Type.Optional(
      Type.String({ pattern: '^-?[a-z][a-z_]{0,59}$', description: 'A date, with a minus for newest first' }),
    ),
    density: Type.Optional(ListDensity),
    columns: Type.Optional(
      Type.Record(Type.String({ pattern: fieldName }), Type.Boolean(), {
        ...closed,
        description: 'Columns that are shown or hidden other than by default',
      }),
    ),
    is_wide: Type.Optional(Type.Boolean({ description: 'Whether the list takes the whole width of the page' })),
  },
  closed,
)
export type ViewSearch = Static<typeof ViewSearch>

/** What a person chooses of a view. `role_reference`: everybody with this role sees it; `null`: only its owner. */
const viewFields = {
  name: newReference(writtenText(80)),
  search: ViewSearch,
  role_reference: nullable(RoleReference),
}

/** The address of a list in the dashboard. The portal ignores views of lists that it does not have. */
const ListPath = Type.String({ maxLength: 255, pattern: '^/dashboard(?:/[a-z][a-z-]*){1,6}$' })

export const SavedView = Type.Object(
  {
    view_reference: Ulid,
    path: ListPath,
    ...viewFields,
    name: writtenText(80),
    owner: UserReference,
    owner_name: nullable(Type.String({ description: 'null: not known' })),
    ...changeFields,
    version: Version,
  },
  { title: 'SavedView', description: 'Filters, order and columns of a list under a name.' },
)
export type SavedView = Static<typeof SavedView>

export const SavedViews = Type.Object(
  {
    items: Type.Array(SavedView, {
      description: 'All of one’s own, then those that others share with a role of the caller, newest first',
      maxItems: limits.maxViewsOfPerson + limits.maxSharedViews,
    }),
    has_more: Type.Boolean({ description: 'More are shared with the roles of the caller than are listed' }),
  },
  { title: 'SavedViews', description: 'The saved views that the caller sees.' },
)
export type SavedViews = Static<typeof SavedViews>

const ViewParams = Type.Object({ view_reference: Ulid }, closed)
const ofViews = { catalogue: 'admin-client', action: 'signed_in', beyondSpecification: true } as const

export const listViews = call({
  ...ofViews,
  method: 'GET',
  path: '/views',
  summary: 'Lists the saved views of the caller and those that others share with a role of the caller.',
  response: SavedViews,
})

export const createView = call({
  ...ofViews,
  method: 'POST',
  path: '/views',
  summary: 'Saves a view of a list, for oneself or for everybody with a role that one has.',
  body: Type.Object({ path: ListPath, ...viewFields }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: SavedView,
  audit: 'saved_view.created',
  errors: ['saved_view.too_large', 'saved_view.too_many', 'saved_view.role_full', 'saved_view.role_not_own'],
})

export const patchView = call({
  ...ofViews,
  method: 'PATCH',
  path: '/views/{view_reference}',
  summary: 'Changes fields of one’s own saved view; absent fields stay as they are.',
  params: ViewParams,
  body: Type.Partial(Type.Object({ ...expectedVersion, ...viewFields }), closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: SavedView,
  audit: 'saved_view.updated',
  errors: [
    'request.not_found',
    'edit.conflict',
    'saved_view.not_own',
    'saved_view.too_large',
    'saved_view.role_full',
    'saved_view.role_not_own',
  ],
})

export const deleteView = call({
  ...ofViews,
  method: 'DELETE',
  path: '/views/{view_reference}',
  summary: 'Deletes a saved view: one’s own, or as somebody who may change roles any that is shared.',
  params: ViewParams,
  query: ExpectedVersionQuery,
  responseKind: 'empty',
  audit: 'saved_view.deleted',
  errors: ['request.not_found', 'edit.conflict', 'saved_view.not_own'],
})

export const savedViewCalls = { listViews, createView, patchView, deleteView }
