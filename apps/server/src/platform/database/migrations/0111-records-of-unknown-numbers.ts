/** Index for carriers' records without a device, by number: they get one when a device verifies the number (docs/decisions/0065). */
export const recordsOfUnknownNumbers: readonly string[] = [
  "create index carrier_records_unknown on app.carrier_records (client, own_number, record_reference) where device_reference = ''",
]
