import {
  type CallInput,
  type calls,
  exportedTracks,
  formatsForPeople,
  ProductError,
  trackFormats,
  type ValidationProblem,
} from '@holdfast/contract'
import { fileColumnIds } from '@holdfast/words'
import { isTimeZone } from '../../platform/time-zones.ts'
import { isListForPeople } from './file-for-people.ts'

type Asked = CallInput<typeof calls.createExport>['body']

/**
 * Refuses formats that the list or the form does not have, and columns and time zones that nobody knows.
 * @throws ProductError `request.invalid`
 */
export const assertKnownFile = (asked: Asked): void => {
  const problem = asked.form === 'people' ? problemForPeople(asked) : problemForPrograms(asked)
  if (problem) throw new ProductError('request.invalid', {}, [problem])
}

const oneOf = (field: string, allowedValues: readonly string[], why: string): ValidationProblem => ({
  path: `/body/${field}`,
  keyword: 'enum',
  params: { allowedValues: [...allowedValues] },
  message: `must be ${allowedValues.join(' or ')}: ${why}`,
})

const problemForPrograms = ({ list, format, columns, time_zone }: Asked): ValidationProblem | null => {
  if (trackFormats.has(format) && !exportedTracks.has(list))
    return oneOf('format', ['csv', 'ndjson'], 'only positions have tracks')
  if (format === 'xlsx') return oneOf('form', ['people'], 'workbooks are for people')
  if (columns !== undefined || time_zone !== undefined)
    return oneOf('form', ['people'], 'files for programs have all fields, and times in UTC')
  return null
}

const problemForPeople = ({ list, format, columns = [], time_zone = 'UTC' }: Asked): ValidationProblem | null => {
  if (!isListForPeople(list)) return oneOf('form', ['machine'], 'this list has no file for people')
  if (!formatsForPeople.has(format)) return oneOf('format', [...formatsForPeople], 'this format is for programs')
  const known = fileColumnIds(list)
  const unknown = columns.findIndex((id) => !known.includes(id))
  if (unknown >= 0) return oneOf(`columns/${unknown}`, known, 'the list has no such column')
  return isTimeZone(time_zone)
    ? null
    : { path: '/body/time_zone', keyword: 'enum', params: {}, message: 'must be known' }
}
