import type { CarrierRecordType } from '@holdfast/contract'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { sameNumberAs } from '../../../platform/same-number.ts'
import type { HeldNumber } from '../../devices/index.ts'
import { numbersAt } from './number-holders.ts'

/** A file lists everything of a number from its first record until its last, of the types that it has. */
interface Coverage {
  own_number: string
  first_at: string | null
  last_at: string | null
  record_types: CarrierRecordType[]
}

/** @param endings of numbers (`lastDigitsOf`) */
export const coveragesOfNumbers = async (
  { db, client }: TenantTransaction,
  endings: readonly string[],
): Promise<Coverage[]> => {
  if (endings.length === 0) return []
  return db
    .selectFrom('carrier_coverage as coverage')
    .innerJoin('carrier_imports as file', (join) =>
      join.onRef('file.import_reference', '=', 'coverage.import_reference').on('file.client', '=', client),
    )
    .select(['coverage.own_number', 'file.first_at', 'file.last_at', 'file.record_types'])
    .where('coverage.client', '=', client)
    .where('coverage.number_ending', 'in', endings)
    .where('file.state', '=', 'Imported')
    .execute()
}

export type IsCovered = (type: CarrierRecordType, time: string) => boolean

/** A recording should be listed if files cover every number that its device had then: it does not say which SIM it used. */
export const isCoveredBy = (coverages: readonly Coverage[], phone_numbers: readonly HeldNumber[]): IsCovered => {
  const matchers = coverages.map((coverage) => ({ ...coverage, isNumber: sameNumberAs(coverage.own_number) }))
  return (type, time) => {
    const numbers = numbersAt(phone_numbers, time)
    const covering = matchers.filter(
      ({ first_at, last_at, record_types }) =>
        first_at !== null && last_at !== null && first_at <= time && time <= last_at && record_types.includes(type),
    )
    return numbers.length > 0 && numbers.every((number) => covering.some(({ isNumber }) => isNumber(number)))
  }
}
