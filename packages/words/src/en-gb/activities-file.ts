/** Columns of a file of the trail that the screen does not have. */
export const activitiesFile = {
  'trail_file.time': 'When (UTC)',
  'trail_file.changed': 'Changed',
  'trail_file.from': 'From',
  'trail_file.details': 'Details',
  'trail_file.to': 'To',
  'export.csv_trail_hint':
    'The columns of the screen, in your language, then fields for programs. Cells that a spreadsheet could read as a formula begin with an apostrophe.',
} as const
