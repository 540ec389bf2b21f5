import type { StatementContent } from '@holdfast/contract'
import { byteOrderMark, type Cell, csvRow } from '../../platform/csv-text.ts'
import type { StatedMonth } from './stated-month.ts'
import { statedNames } from './statement-names.ts'

const columns = [
  'section',
  'kind',
  'state',
  'device',
  'person',
  'count',
  'from',
  'until',
  'reason',
  'text',
  'by',
  'at',
  'person_name',
  'by_name',
] as const
type Row = Partial<Record<(typeof columns)[number], Cell>> & { section: string }

/** The statement for programs and spreadsheets: one table, in the words of the calls. */
export const statementCsv = (stated: StatedMonth, content: StatementContent): Buffer => {
  const rows = [...headOf(stated, content), ...totalsOf(content), ...listsOf(content)]
  const text = [csvRow(columns), ...rows.map((row) => csvRow(columns.map((column) => row[column])))].join('')
  return Buffer.from(byteOrderMark + text)
}

const headOf = (stated: StatedMonth, content: StatementContent): Row[] =>
  Object.entries(stated).map(([kind, text]) => ({
    section: 'statement',
    kind,
    text,
    by_name: kind === 'created_by' ? statedNames(content).colleagueName(text) : null,
  }))

const totalsOf = (content: StatementContent): Row[] => [
  ...content.recordings.map(({ payload_type, payload_state, total }) => ({
    section: 'recordings',
    kind: payload_type,
    state: payload_state,
    count: total,
  })),
  ...(['open', 'explained'] as const).flatMap((state) => [
    { section: 'missing', kind: 'gaps', state, count: content[state].gaps },
    { section: 'missing', kind: 'recordings', state, count: content[state].recordings },
  ]),
  ...(['gaps', 'silent_devices', 'resets', 'people_with_fewer_devices'] as const).flatMap((list) => [
    { section: 'total', kind: list, count: content[list].total },
    { section: 'listed', kind: list, count: content[list].items.length },
  ]),
  ...content.carrier_records.map(({ record_type, outcome, is_signed_off, records }) => ({
    section: 'carrier_records',
    kind: record_type,
    state: outcome,
    count: records,
    reason: is_signed_off ? 'signed_off' : '',
  })),
]

const listsOf = (content: StatementContent): Row[] => {
  const { personName, colleagueName } = statedNames(content)
  return [
    ...content.gaps.items.map((gap) => ({
      section: 'gap',
      kind: `${gap.first_missing}–${gap.last_missing}`,
      state: gap.state,
      device: gap.device_reference,
      person: gap.device_user_reference,
      count: gap.missing,
      from: gap.before_time,
      until: gap.after_time,
      reason: gap.reason,
      text: gap.explanation,
      by: gap.explained_by,
      at: gap.explained_at,
      person_name: personName(gap.device_user_reference),
      by_name: colleagueName(gap.explained_by),
    })),
    ...content.silent_devices.items.map(({ device_reference, device_user_reference, last_seen }) => ({
      section: 'silent_device',
      device: device_reference,
      person: device_user_reference,
      from: last_seen,
      person_name: personName(device_user_reference),
    })),
    ...content.resets.items.map(({ device_reference, reset_at }) => ({
      section: 'reset',
      device: device_reference,
      at: reset_at,
    })),
    ...content.people_with_fewer_devices.items.flatMap((person) =>
      (['expected', 'active'] as const).map((kind) => ({
        section: 'person_with_fewer_devices',
        kind,
        person: person.device_user_reference,
        count: person[`${kind}_devices`],
        person_name: personName(person.device_user_reference),
      })),
    ),
  ]
}
