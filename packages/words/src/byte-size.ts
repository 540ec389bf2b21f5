const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** What `Intl.NumberFormat` takes for a size. */
type SizeStyle = Pick<Intl.NumberFormatOptions, 'maximumFractionDigits'> & {
  style: 'unit'
  unit: (typeof units)[number]
  unitDisplay: 'long' | 'short'
}

/** Bytes in the largest unit that gives at least 1, as a language writes numbers. */
export const byteSize = (formatNumber: (value: number, style: SizeStyle) => string, bytes: number): string => {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  return formatNumber(bytes / 1000 ** step, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of 'byte' has no plural in some languages: '87 byte'.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  })
}
