/** Handset models, which are fictitious. `weight` is the relative frequency. */
export const models = [
  { model: 'Lakeland Tarn 6', weight: 30 },
  { model: 'Lakeland Tarn 6 Pro', weight: 14 },
  { model: 'Lakeland Tarn 5', weight: 9 },
  { model: 'Northcape Fell A34', weight: 22 },
  { model: 'Northcape Fell A54', weight: 16 },
  { model: 'Northcape Fell Rugged 7', weight: 5 },
] as const

export const osVersions = [
  { version: '16', weight: 38 },
  { version: '15', weight: 41 },
  { version: '14', weight: 16 },
  { version: '13', weight: 5 },
] as const

export const appVersions = [
  { version: '4.12.1', weight: 46 },
  { version: '4.12.0', weight: 27 },
  { version: '4.11.3', weight: 17 },
  { version: '4.9.8', weight: 7 },
  { version: '4.6.0', weight: 3 },
] as const

/** A 15-digit IMEI with its check digit (Luhn). The type allocation code 00-1017xx is for tests. */
export const imeiOf = (serial: number): string => {
  const digits = `00101700${String(serial).padStart(6, '0')}`
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
