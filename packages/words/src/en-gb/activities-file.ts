/** Columns of a file of the trail that the screen does not have. */
export const activitiesFile = {
  'trail_file.time': 'When (UTC)',
  'trail_file.changed': 'Changed',
  'trail_file.from': 'From',
  'trail_file.to': 'To',
  'export.csv_trail_hint':
    'First what the screen says, in your language; then the fields that programs need. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
} as const
