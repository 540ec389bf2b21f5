import { beginMigration, type Platform } from '@holdfast/server'
import { hasAny } from './has-any.ts'
import type { SampleMedia } from './sample-media.ts'

const folder = 'legacy-2021'
const source = 'former-platform'
const by = 'olivia.hart'

/** The former platform's export of one desk: some of its rows can't be imported as they are. */
const tables: Readonly<Record<string, string>> = {
  'groups.csv': 'group_reference\nWealth Advisers\n',
  'users.csv': `device_user_reference,group,email,first_name,surname,services,onboard_date,offboard_date,is_active
edgar.finch,Wealth Advisers,edgar.finch@meridian.example,Edgar,Finch,calls;sms,2016-03-01,,true
moira.kerr,Wealth Advisers,moira.kerr@meridian.example,Moira,Kerr,calls;sms,2015-09-14,2021-06-30,false
noel.price,Private Clients,noel.price@meridian.example,Noel,Price,calls,2017-01-09,2020-12-31,false
`,
  'devices.csv': `device_reference,device_user_reference,model,phone_number,activated_at,deactivation_date
FORMER-0001,edgar.finch,Nokia 8,+447700900901,2016-03-01T09:00,
FORMER-0002,moira.kerr,Nokia 6,+447700900902,2015-09-14T09:00,2021-06-30T18:00
FORMER-0003,moira.kerr,,+447700900903,2019-02-01T09:00,2021-06-30T18:00
`,
  'payloads.csv': `reference,payload_type,payload_time,device_reference,direction,duration,numbers,content_file
C-100231,Call,2019-04-02T10:14:00,FORMER-0001,Inbound,64,+442079460100,calls/C-100231.amr
C-100232,Call,2019-04-02T11:30:00,FORMER-0001,Outbound,12,+442079460101,
C-100233,Call,2021-03-28T01:30:00,FORMER-0002,Inbound,41,+442079460102,
C-100234,Call,2019-04-03T09:00:00,FORMER-0099,Inbound,8,+442079460103,
C-100235,Call,2019-02-30T09:00:00,FORMER-0001,Inbound,8,+442079460104,
C-100236,Call,2019-04-04T09:00:00,FORMER-0001,Inbound,15,"5,51E+12",
`,
}

/** An export that the worker tries in a dry run. An account that has been migrated is not changed. */
export const fillMigrations = async (
  { database, objects }: Pick<Platform, 'database' | 'objects'>,
  { recordings }: Pick<SampleMedia, 'recordings'>,
  client: string,
): Promise<void> => {
  if (await database.read(client, (tx) => hasAny(tx, 'legacy_migrations'))) return
  const [call] = recordings.get('Call') ?? []
  const files = { ...tables, ...(call ? { 'calls/C-100231.amr': call.bytes } : {}) }
  for (const [name, content] of Object.entries(files)) {
    await objects.put(`migrations/${client}/${folder}/${name}`, Buffer.from(content))
  }
  await database.transaction(client, (tx) =>
    beginMigration(tx, { folder, source, is_dry_run: true, time_zone: 'Europe/London', started_by: by }),
  )
}
