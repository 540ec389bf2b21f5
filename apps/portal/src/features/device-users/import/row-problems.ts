import {
  type ImportColumn,
  importColumns,
  maxStoredInteger,
  serviceNames,
  translateProblem,
  type ValidationProblem,
} from '@holdfast/contract'
import type { MessageId, TextValues } from '../../../shared/i18n/text.ts'

type Translate = (id: MessageId, values?: TextValues) => string

/** What is wrong with the cells of a row, in the person's language: one sentence for each column. */
export const rowProblems = (problems: readonly ValidationProblem[], translate: Translate): string[] => {
  const first = new Map<ImportColumn, ValidationProblem>()
  for (const problem of problems) {
    const column = columnOf(problem)
    if (!first.has(column)) first.set(column, problem)
  }
  return importColumns.flatMap((column) => {
    const problem = first.get(column)
    return problem ? [`${translate(`import.column_${column}`)}: ${sentence(column, problem, translate)}`] : []
  })
}

/** A problem in one entry of `services` counts for the whole cell. */
const columnOf = ({ path }: ValidationProblem): ImportColumn => path.split('/')[1] as ImportColumn

const sentence = (column: ImportColumn, problem: ValidationProblem, translate: Translate): string => {
  const { id, values } = translateProblem(problem)
  if (id === 'missing_field')
    return translate(column === 'device_user_reference' ? 'import.cell_missing' : 'import.cell_missing_of_new')
  if (column === 'expected_device_count') return translate('import.cell_no_count', { most: maxStoredInteger })
  if (column === 'services' && id === 'not_unique') return translate('import.cell_service_twice')
  if (column === 'services') return translate('import.cell_no_service', { services: serviceNames.join(', ') })
  return `${translate(`validation.${id}`, values)}.`
}
