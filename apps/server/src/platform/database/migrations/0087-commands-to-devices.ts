/**
 * Who changed a command last, and the commands of each device that are not finished: a few of many. Servers of an earlier version leave the
 * author empty.
 */
export const commandsToDevices: readonly string[] = [
  'alter table app.device_commands add column updated_by text',
  `create index device_commands_unfinished on app.device_commands (client, device_reference, command_reference)
    where state in ('Sent', 'Acknowledged')`,
]
