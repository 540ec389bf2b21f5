/** Finds the carriers' records of a number that no device had, once a device has it (docs/decisions/0065). */
export const recordsOfUnknownNumbers: readonly string[] = [
  "create index carrier_records_unknown on app.carrier_records (client, own_number, record_reference) where device_reference = ''",
]
