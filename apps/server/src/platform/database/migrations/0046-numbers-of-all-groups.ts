/**
 * Everything that a list by the beginning of a number reads of `payload_numbers`. The primary key lacks group and type, so each of up
 * to 10,000 numbers with a prefix took a look at its row, in an order that has nothing to do with where the rows are (docs/decisions/0026).
 */
export const numbersOfAllGroups: readonly string[] = [
  `create index payload_numbers_of_all_groups on app.payload_numbers
    (client, number, payload_time desc, payload_reference desc) include ("group", payload_type)`,
]
