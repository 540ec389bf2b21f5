/** Reads the texts of an address under the names that a screen knows; the rest is left out. */
export const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (query: Record<string, unknown>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = query[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ) as Partial<Record<Name, string>>
