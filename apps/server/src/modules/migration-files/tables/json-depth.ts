/** Columns have lists of objects. Values that are nested thousands deep would overflow the stack when they become texts. */
export const maxJsonDepth = 20

export const isTooDeep = (value: unknown, levels = maxJsonDepth): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isTooDeep(one, levels - 1)))
