/** A `validateSearch` that keeps the texts of these names and drops everything else. */
export const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (query: Record<string, unknown>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = query[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ) as Partial<Record<Name, string>>
