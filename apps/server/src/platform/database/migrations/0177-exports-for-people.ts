/**
 * How an exported list is written (docs/decisions/0107). `columns` are those asked for, `null`: all. `time_zone` is that of the times in a
 * file for people.
 */
export const exportsForPeople: readonly string[] = [
  `alter table app.exports add form text not null default 'machine', add columns text[], add time_zone text`,
]
