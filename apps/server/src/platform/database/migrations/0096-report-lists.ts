/**
 * Indexes for the lists of positions and log lines: of all, of a group and of a person, by time. Those of a device existed for positions;
 * for lines, they were in the order of their references. Warnings and errors are few of many lines.
 */
export const reportLists: readonly string[] = [
  'create index gps_by_time on app.gps (client, "timestamp" desc, gps_reference desc)',
  'create index gps_by_group on app.gps (client, "group", "timestamp" desc, gps_reference desc)',
  'create index gps_by_holder on app.gps (client, device_user_reference, "timestamp" desc, gps_reference desc)',
  'drop index app.device_logs_client_device_reference_log_id_idx',
  'create index device_logs_by_time on app.device_logs (client, log_datetime desc, log_id desc)',
  'create index device_logs_by_group on app.device_logs (client, "group", log_datetime desc, log_id desc)',
  'create index device_logs_by_device on app.device_logs (client, device_reference, log_datetime desc, log_id desc)',
  'create index device_logs_by_holder on app.device_logs (client, device_user_reference, log_datetime desc, log_id desc)',
  `create index device_logs_rare_by_time on app.device_logs (client, log_datetime desc, log_id desc)
    where log_level in ('WARN', 'ERROR')`,
  `create index device_logs_rare_by_group on app.device_logs (client, "group", log_datetime desc, log_id desc)
    where log_level in ('WARN', 'ERROR')`,
  `create index device_logs_of_payload on app.device_logs (client, payload_reference, log_datetime desc, log_id desc)
    where payload_reference is not null`,
]
