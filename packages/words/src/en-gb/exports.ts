/** Exporting lists. */
export const exports = {
  'export.open': 'Export',
  'export.title': 'Export this list',
  'export.title_of': 'Export {count, plural, one {# recording} other {# recordings}}',
  'export.selected': 'Selected recordings',
  'export.rows_selected':
    '{total, plural, one {The selected row} other {The # selected rows}}, as far as you may see them at the time.',
  'export.rows': '{total, plural, =0 {No rows match} one {# row} other {# rows}} with the filters of the list.',
  'export.rows_capped': 'More than {total, number} rows with the filters of the list.',
  'export.rows_unknown': 'All rows with the filters of the list.',
  'export.format': 'Format',
  'export.csv': 'CSV, for spreadsheets',
  'export.csv_hint':
    'Cells that a spreadsheet could read as a formula, such as numbers with a plus, begin with an apostrophe.',
  'export.ndjson': 'JSON lines, for programs',
  'export.ndjson_hint': 'One row a line, with the values as they are.',
  'export.gpx': 'GPX',
  'export.gpx_hint': 'A track, for maps and navigators.',
  'export.kml': 'KML',
  'export.kml_hint': 'Points with their times, for Google Earth and other maps.',
  'export.filename': 'Name of the file',
  'export.recorded': 'The audit trail will show this export and its filters. The file has no content of recordings.',
  'export.begun': 'The export has begun',
  'export.begun_body': 'Your browser shows its progress, and reports it as failed if it is cut short.',
  'export.trail_only_read':
    'Like the system role Auditor, your roles read the trail and do not save it as a file. Somebody who manages roles can give you one that exports it, such as a role made from the template “Auditor who exports”.',
  'noun.exports': 'exports',
  'one.exports': 'an export',
  'did.POST /exports': 'Exported a list',
  'did.GET /exports/{ticket}': 'Fetched an exported list',
  'done.list.export_ended': 'The export of a list ended',
} as const
