import { reconciliationGrains } from '@holdfast/contract'
import type { FilterValues } from '../../../shared/list/list-search.ts'

export type Grain = (typeof reconciliationGrains)[number]

/** The grain in the address; by type at first. */
export const grainOf = ({ grain }: FilterValues): Grain =>
  reconciliationGrains.find((known) => known === grain) ?? 'payload_type'
