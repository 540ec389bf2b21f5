import { type CarrierMapping, foldedText } from '@holdfast/contract'
import { readTime } from './carrier-times.ts'
import { columnNames } from './mapped-columns.ts'

type Columns = CarrierMapping['columns']

/** Words in the titles of columns, in order of preference, without accents and in lower case. */
const titles: Record<keyof Columns, readonly string[]> = {
  own_number: [
    'own number',
    'subscriber',
    'msisdn',
    'line',
    'a number',
    'calling',
    'numero proprio',
    'assinante',
    'linha',
    'origem',
  ],
  other_number: [
    'other number',
    'other party',
    'b number',
    'called',
    'dialled',
    'destination',
    'counterpart',
    'outro numero',
    'contraparte',
    'destino',
    'chamado',
  ],
  begin: ['begin', 'start', 'date', 'inicio', 'data', 'call time'],
  begin_time: ['start time', 'time of day', 'time', 'hora'],
  end: ['end', 'fim', 'termino'],
  duration: ['duration', 'seconds', 'length', 'duracao', 'segundos'],
  direction: ['direction', 'sentido', 'direcao'],
  record_type: ['record type', 'type', 'service', 'tipo', 'servico'],
}

/** Suggests how a file is read by the titles and values of its first rows. @param rows with the titles, if the file has any */
export const suggestMapping = (
  rows: readonly (readonly string[])[],
  format: Pick<CarrierMapping, 'delimiter' | 'encoding'>,
  fallback: Pick<CarrierMapping, 'timezone' | 'country'>,
): CarrierMapping => {
  const [first = []] = rows
  const has_titles = !first.some((cell) => /\d{5}/.test(cell))
  const names = columnNames(first, has_titles)
  const values = rows.slice(has_titles ? 1 : 0)
  const columns = has_titles ? columnsByTitle(names) : columnsByPosition(names)
  const mapping: CarrierMapping = {
    ...format,
    ...fallback,
    has_titles,
    columns,
    date_order: 'ymd',
    duration_format: 'seconds',
    decimal_separator: '.',
    words: { inbound: [], outbound: [], call: [], sms: [], mms: [], ignored: [] },
    time_tolerance_s: 90,
    duration_tolerance_s: 10,
  }
  const cellsOf = (column: string | null): string[] =>
    column === null ? [] : values.map((row) => row[names.indexOf(column)]?.trim() ?? '').filter(Boolean)
  const begins = cellsOf(columns.begin)
  const hasTime = begins.some((text) => /\d:\d\d|T\d{4}|^\d{14}$|^\d{9,10}$/.test(text))
  const durations = cellsOf(columns.duration)
  return {
    ...mapping,
    columns: { ...columns, begin_time: hasTime ? null : columns.begin_time },
    date_order: dateOrderOf(begins, mapping),
    duration_format: durations.some((text) => text.includes(':')) ? 'clock' : 'seconds',
    decimal_separator: durations.some((text) => text.includes(',')) ? ',' : '.',
  }
}

const columnsByTitle = (names: readonly string[]): Columns => {
  const taken = new Set<string>()
  const find = (field: keyof Columns): string | null => {
    for (const word of titles[field]) {
      const name = names.find((one) => !taken.has(one) && foldedText(one).replace(/[_-]+/g, ' ').includes(word))
      if (name !== undefined) {
        taken.add(name)
        return name
      }
    }
    return null
  }
  // Narrow titles before wide ones: 'start time' is found as the beginning before 'time' is looked for.
  const [duration, record_type, direction, end, begin] = [
    find('duration'),
    find('record_type'),
    find('direction'),
    find('end'),
    find('begin'),
  ]
  const [own_number, other_number, begin_time] = [find('own_number'), find('other_number'), find('begin_time')]
  const [one = '1', two = one] = names.filter((name) => !taken.has(name))
  return {
    own_number: own_number ?? one,
    other_number,
    begin: begin ?? two,
    begin_time,
    end,
    duration,
    direction,
    record_type,
  }
}

/** The first columns in the order in which most carriers have them; the person chooses others. */
const columnsByPosition = ([one = '1', two = one, three = two, four]: readonly string[]): Columns => ({
  own_number: one,
  other_number: two,
  begin: three,
  begin_time: null,
  end: null,
  duration: four ?? null,
  direction: null,
  record_type: null,
})

/** The order in which most dates can be read. */
const dateOrderOf = (begins: readonly string[], mapping: CarrierMapping): CarrierMapping['date_order'] => {
  const orders = ['ymd', 'dmy', 'mdy', 'unix'] as const
  const readable = orders.map((date_order) => ({
    date_order,
    count: begins.filter((text) => {
      const time = /[:T]|^\d{8,}$/.test(text) ? text : `${text} 12:00`
      return readTime(time, { ...mapping, date_order }) !== 'wrong'
    }).length,
  }))
  return readable.reduce((one, other) => (other.count > one.count ? other : one)).date_order
}
