import type { PayloadQueueFilter, UserProfile } from '@holdfast/contract'
import { requestOf } from '../../../shared/list/list-queries.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { type KindName, kindNames, listedKinds } from '../kinds.ts'
import { payloadSource } from '../list/payload-list.tsx'
import { isExpressible } from '../selection/expressible.ts'

/** What a queue can be drawn from: a list of recordings as it is, or with the filters of a saved view. */
export interface QueueSource {
  value: string
  /** The name of a saved view; null for a list as it is. */
  view: string | null
  name: KindName | 'all'
  filter: PayloadQueueFilter
  /** Filters of the view that a queue can't have, or that the list no longer has. */
  inexpressible: readonly string[]
}

interface View {
  view_reference: string
  path: string
  name: string
  search: { filter?: FilterValues }
}

/** The lists of recordings, and the saved views of them. */
export const queueSources = (profile: UserProfile | undefined, views: readonly View[]): QueueSource[] =>
  ([...kindNames, 'all'] as const).flatMap((name) => {
    const sourceWith = (value: string, view: string | null, filter: FilterValues): QueueSource => {
      const source = payloadSource(name, profile, { isSearching: false, filter })
      return {
        value,
        view,
        name,
        // The fields of the list are those of the call.
        filter: requestOf(source, { filter }).filter as PayloadQueueFilter,
        inexpressible: Object.keys(filter).filter((field) => !isExpressible(source.fields, field, filter)),
      }
    }
    const ofList = views.filter(({ path }) => path === listedKinds[name].list)
    return [
      sourceWith(name, null, {}),
      ...ofList.map((view) => sourceWith(view.view_reference, view.name, view.search.filter ?? {})),
    ]
  })

/** The filter of a source without its period, whose place the arrival of recordings takes in a queue that repeats. */
export const withoutPeriod = ({ filter }: QueueSource): PayloadQueueFilter => {
  const { date_from, date_to, date_filter_type, ...others } = filter
  return others
}

export const hasPeriod = (source: QueueSource | undefined): boolean =>
  source?.filter.date_from !== undefined || source?.filter.date_to !== undefined
