import { type CallDeclaration, calls } from '@holdfast/contract'
import type { FindText } from '../message.ts'
import { didInWords, nounOf } from './action-words.ts'
import { subjectInWords } from './subject-words.ts'

/** Where the words of a parameter's or fact's values stand. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  alert_scopes: ['alerts.scope_'],
  alert_severities: ['alerts.severity_'],
  alert_state: ['alerts.state_'],
  alert_types: ['alerts.type_'],
  locale: ['value.'],
  left_out: ['reviews.draws_'],
  log_levels: ['value.'],
  payload_type: ['kind.'],
  payload_types: ['kind.'],
  payload_states: ['state.'],
  approval_state: ['support.state_'],
  approval_status: ['support.state_'],
  from: ['support.state_', 'value.'],
  to: ['support.state_', 'value.', 'state.'],
  action: ['value.', 'action.'],
  at: ['value.at_'],
  actor_kinds: ['value.'],
  data_action: ['value.'],
  date_filter_type: ['value.', 'alerts.'],
  decision: ['value.', 'access_reviews.decision_', 'alerts.'],
  codes: ['migrations.code_'],
  command: ['command.'],
  commands: ['command.'],
  conditions: ['alerts.condition_'],
  directions: ['direction.'],
  edited: ['value.edited_'],
  ending: ['value.', 'matters.feed_ending_'],
  form: ['value.form_'],
  format: ['value.'],
  grain: ['migrations.grain_'],
  install_state: ['value.'],
  kind: ['notification.about_', 'role_drafts.kind_', 'retention_run_kind.'],
  kinds: ['subject.', 'value.', 'retention_run_kind.'],
  migration_states: ['migrations.state_'],
  outcomes: ['activities.', 'carrier.outcome_', 'transfers.outcome_'],
  part: ['value.'],
  query_result_type: ['value.'],
  rows: ['statistics.rows_'],
  services: ['service.'],
  sort: ['value.'],
  state: ['role_drafts.state_', 'access_requests.state_'],
  problems: ['carrier.problem_', 'telemetry.'],
  record_types: ['carrier.type_'],
  results: ['carrier.result_'],
  reasons: ['completeness.reason_'],
  states: [
    'reviews.state_',
    'command.state_',
    'carrier.state_',
    'completeness.state_',
    'retention_run_state.',
    'transfers.state_',
  ],
  status: ['value.', 'reason.'],
  stopped: ['reviews.stop_'],
  stratify_by: ['reviews.by_'],
  target_type: ['hold_target.'],
  target_types: ['hold_target.'],
  transfer_types: ['value.transfer_type_'],
}

/** The value of a parameter of a call or of a fact of an event, in words; itself if it is a name, a number or a time. */
export const valueInWords = (name: string, value: unknown, findText: FindText): string => {
  if (typeof value === 'boolean') return findText(value ? 'list.yes' : 'list.no') ?? String(value)
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (name === 'actions') return eachInWords(text, (one) => findText(`action.${one}`))
  if (name === 'left_out_types') return eachInWords(text, (one) => findText(`kind.${one}`))
  if (name === 'list') return listInWords(text, findText)
  if (name === 'did') return didInWords(text, findText)
  if (name === 'subjects') return subjectInWords(text, findText)
  return prefixes[name]?.map((prefix) => findText(`${prefix}${text}`)).find((words) => words !== undefined) ?? text
}

/** Values of a list. */
const eachInWords = (text: string, wordsOf: (one: string) => string | undefined): string =>
  text
    .split(', ')
    .map((one) => wordsOf(one) ?? one)
    .join(', ')

/** The list of a call, such as 'recordings' for `listPayloads`. */
const listInWords = (name: string, findText: FindText): string => {
  const call = (calls as Readonly<Record<string, CallDeclaration>>)[name]
  return findText(`value.${name}`) ?? (call && findText(`noun.${nounOf(call.path)}`)) ?? name
}
