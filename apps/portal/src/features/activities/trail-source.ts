import { subjectKinds } from '@holdfast/contract'
import { didInWords, subjectInWords } from '@holdfast/words'
import type { FindText } from '../../shared/i18n/text.ts'
import { type FilterField, valuesOf } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { datesOfHour, hourName } from './day-hours.ts'
import { didOptions, isRead, type Whose } from './did-options.ts'
import { SubjectsInput } from './subjects-input.tsx'

/** What links set; the server would refuse anything else. */
const reference = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const subject = new RegExp(`^(?:${subjectKinds.join('|')}):.`)

/** Parts of the address that show what was only looked at, and what the portal reads by itself. */
export const shownReads = { reads: 'reads', portalReads: 'portal_reads' } as const

/** Values in the address besides the filters. */
export const ownFilters = {
  whose: ['devices'],
  [shownReads.reads]: ['shown'],
  [shownReads.portalReads]: ['shown'],
}

export const isShown = (filter: FilterValues, name: string): boolean => valuesOf(filter, name).includes('shown')

export const whoseOf = (filter: FilterValues): Whose =>
  valuesOf(filter, 'whose').includes('devices') ? 'devices' : 'people'

const commonFields = (whose: Whose, findText: FindText): readonly FilterField[] => [
  {
    kind: 'grouped',
    name: 'did',
    label: 'activities.did',
    options: didOptions(whose, findText),
    wordsOf: (value) => didInWords(value, findText),
  },
  {
    kind: 'choices',
    name: 'outcomes',
    label: 'activities.outcome',
    options: [
      { value: 'done', label: 'activities.done' },
      { value: 'not_done', label: 'activities.not_done' },
      { value: 'refused', label: 'activities.refused' },
      { value: 'not_found', label: 'activities.not_found' },
    ],
  },
  { kind: 'found', finds: 'group', name: 'groups', label: 'activities.group' },
  {
    kind: 'grouped',
    name: 'subjects',
    label: 'activities.subjects',
    input: SubjectsInput,
    accepts: (value) => subject.test(value),
    options: [],
    wordsOf: (subject) => subjectInWords(subject, findText),
  },
]

/** Set by the link from a visit. */
const ofVisit = {
  kind: 'text',
  name: 'support_reference',
  label: 'activities.visit',
  hasOwnInput: true,
  accepts: (value: string) => reference.test(value),
} as const

/** Set by the link from the entry that opened a recording. */
const ofListening = {
  kind: 'text',
  name: 'listening_reference',
  label: 'activities.listening',
  hasOwnInput: true,
  accepts: (value: string) => reference.test(value),
} as const

/** Set by the picture of the day. */
const ofHour = {
  kind: 'moment',
  name: hourName,
  label: 'activities.hour',
  hasOwnInput: true,
  inCall: datesOfHour,
} as const

export const trailFields = (whose: Whose, findText: FindText): readonly FilterField[] => [
  whose === 'people'
    ? { kind: 'text', name: 'person', label: 'activities.person_filter' }
    : { kind: 'found', finds: 'device', name: 'device_references', label: 'payload.device' },
  ...commonFields(whose, findText),
  ofHour,
  ...(whose === 'people' ? [ofVisit, ofListening] : []),
]

/**
 * What is left out unless it is asked for. What was played after an opening stands with it, unless somebody asks for certain things or for
 * what belongs to one opening.
 */
export const leftOut = (whose: Whose, filter: FilterValues): Readonly<Record<string, boolean>> => {
  const asksForParts = valuesOf(filter, 'did').length > 0 || valuesOf(filter, ofListening.name).length > 0
  return { ...leftOutReads(whose, filter), ...(whose === 'people' && !asksForParts && { has_parts: false }) }
}

/** Of reads: all but those of visits, or of those shown what the portal reads by itself, which it also does on visits. */
const leftOutReads = (whose: Whose, filter: FilterValues): Readonly<Record<string, boolean>> => {
  if (isShown(filter, shownReads.portalReads) || valuesOf(filter, 'did').some(isRead)) return {}
  return {
    ...(!isShown(filter, shownReads.reads) && { has_reads: false }),
    ...(whose === 'people' && { has_portal_reads: false }),
  }
}

/** For reading ahead, which needs no words. */
export const wordlessFields: Readonly<Record<Whose, readonly FilterField[]>> = {
  people: trailFields('people', () => undefined),
  devices: trailFields('devices', () => undefined),
}
