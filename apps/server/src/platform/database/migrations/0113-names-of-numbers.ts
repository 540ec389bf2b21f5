/**
 * The names that handsets gave a number, for roles that may see all groups: the primary key of `parties` has the group before the number
 * (docs/decisions/0026).
 */
export const namesOfNumbers: readonly string[] = [
  `create index parties_named on app.parties (client, number, payload_type, "group", name) where name <> ''`,
]
