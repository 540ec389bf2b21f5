import type { FindText } from '../i18n/text.ts'

/** Where the words of a parameter's or fact's values stand. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  payload_type: ['kind.'],
  payload_types: ['kind.'],
  payload_states: ['state.'],
  approval_state: ['support.state_'],
  approval_status: ['support.state_'],
  from: ['support.state_', 'value.'],
  to: ['support.state_', 'value.', 'state.'],
  action: ['value.'],
  actor_kinds: ['value.'],
  data_action: ['value.'],
  part: ['value.'],
  query_result_type: ['value.'],
  status: ['value.', 'reason.'],
}

/** The value of a parameter of a call or of a fact of an event, in words; itself if it is a name, a number or a time. */
export const valueInWords = (name: string, value: unknown, findText: FindText): string => {
  if (typeof value === 'boolean') return findText(value ? 'list.yes' : 'list.no') ?? String(value)
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return prefixes[name]?.map((prefix) => findText(`${prefix}${text}`)).find((words) => words !== undefined) ?? text
}
