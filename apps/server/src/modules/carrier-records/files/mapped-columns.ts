import { type CarrierMapping, ProductError } from '@holdfast/contract'
import { isCountry } from './carrier-numbers.ts'
import { isTimezone } from './carrier-times.ts'

/** The places of the columns in a row, from 0. */
export type MappedColumns = {
  [Field in keyof CarrierMapping['columns']]: CarrierMapping['columns'][Field] extends string ? number : number | null
}

/** The names of columns: their titles, made different where one is repeated, or their numbers. */
export const columnNames = (row: readonly string[], has_titles: boolean): string[] => {
  const seen = new Map<string, number>()
  return row.map((title, place) => {
    const name = (has_titles ? title.replaceAll('\u0000', '').trim().slice(0, 90) : '') || String(place + 1)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/**
 * @param names of the file's columns
 * @throws ProductError `carrier_import.unknown_column`, `carrier_import.wrong_mapping`
 */
export const mappedColumns = (mapping: CarrierMapping, names: readonly string[]): MappedColumns => {
  if (!isTimezone(mapping.timezone)) throw new ProductError('carrier_import.wrong_mapping', { what: mapping.timezone })
  if (!isCountry(mapping.country)) throw new ProductError('carrier_import.wrong_mapping', { what: mapping.country })
  const placeOf = (column: string): number => {
    const place = names.indexOf(column)
    if (place === -1) throw new ProductError('carrier_import.unknown_column', { column })
    return place
  }
  const { own_number, begin, ...others } = mapping.columns
  const places = Object.entries(others).map(([field, column]) => [field, column === null ? null : placeOf(column)])
  return { own_number: placeOf(own_number), begin: placeOf(begin), ...Object.fromEntries(places) }
}
