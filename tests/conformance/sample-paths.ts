import { type CallDeclaration, fullPath } from '@holdfast/contract'

/** A value for each path parameter that its schema accepts, and that names nothing that exists if it is a reference. */
const samples: Record<string, string> = {
  app_reference: 'No such app',
  device_reference: 'NO-SUCH-DEVICE',
  device_user_reference: 'no.such.person',
  group_reference: 'No such group',
  tag_key: 'No such tag',
  webhook_reference: 'No such webhook',
  role_reference: 'No such role',
  user_reference: 'nobody.of.this.name',
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  comment_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  alert_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  mark_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  log_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  command_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  report_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  view_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  queue_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  access_request_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  draft_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  import_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  review_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  request_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  statement_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  record_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  gap_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  run_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  transfer_config_reference: 'No_such_configuration',
  transfer_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  folder: 'no-such-export',
  migration_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  target_type: 'DeviceUser',
  target: 'no.such.person',
  matter_reference: 'No such matter',
  kind: 'mentioned',
  scope: 'Summary',
  thread_id: 'No such thread',
  approval_status: 'pending',
  ticket: 'bm90LWEtdGlja2V0.bm90LWEtbWFj',
}

/** The path of a call in an account, with sample parameters. */
export const samplePath = (call: CallDeclaration, client: string): string =>
  fullPath(call).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'client' ? client : samples[name]
    if (value === undefined) throw new Error(`no sample for {${name}} of ${call.path}`)
    return encodeURIComponent(value)
  })
